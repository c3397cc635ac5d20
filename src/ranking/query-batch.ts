/** Many queries, one ranker: a run. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { Ranker } from "./ranker.ts";
import { RememberedIds } from "./remembered-ids.ts";
import type { Searcher } from "./searcher.ts";

export interface BatchOptions {
  readonly ranker?: string | Ranker;
  /** Documents a query at most. */
  readonly top?: number;
  readonly minMatch?: number;
  readonly syntax?: boolean;
  /** The run's name; by default the ranker's. */
  readonly name?: string;
  readonly progress?: Progress;
}

/**
 * Ranks the documents of an index for each query. A query that finds nothing
 * has an empty ranking. Documents that a query excludes are not returned.
 */
export async function rankQueries(
  searcher: Searcher,
  queries: readonly Query[],
  { ranker = "bm25", top = 1000, name, progress = silent, ...options }: BatchOptions = {},
): Promise<Run> {
  const task = typeof ranker === "string" ? ranker : (name ?? "ranking");
  const ids = new RememberedIds(searcher.view);
  const rankings = new Map<string, Ranking>();
  for (const { id, text, exclude = [] } of queries) {
    const numbers = exclude.map((each) => searcher.view.find(each));
    const excluded = new Set(numbers.filter((number) => number !== undefined));
    const hits = await searcher.rank(text, { ranker, top, ...options, exclude: excluded });
    rankings.set(id, { documents: ids.of(hits), scores: hits.scores });
    const done = rankings.size;
    if (done % 16 === 0 || done === queries.length) {
      const finished = done === queries.length;
      progress({ task, unit: "queries", done, total: queries.length, finished });
    }
  }
  return { name: name ?? task, rankings };
}
