/** Many queries, one ranker that counts meaning: a run. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import { DocumentIdCache } from "../ranking/document-id-cache.ts";
import type { IndexReader } from "./index-reader.ts";
import { openQuery } from "./search-hits.ts";
import type { ScoringOptions } from "./search-options.ts";

/** How many documents a run has for each query, and its name. */
export interface HybridRunOptions {
  readonly top: number;
  readonly minMatch?: number;
  readonly name: string;
  readonly progress?: Progress | undefined;
}

/** Ranks each query; `scoring` gives the options with its vector. Documents that a query excludes are not returned. */
export async function rankHybridQueries(
  reader: IndexReader,
  queries: readonly Query[],
  scoring: (query: string) => Promise<ScoringOptions>,
  { top, minMatch, name, progress = silent }: HybridRunOptions,
): Promise<Run> {
  const ids = new DocumentIdCache(reader.snapshot);
  const rankings = new Map<string, Ranking>();
  for (const query of queries) {
    const bounds = minMatch === undefined ? {} : { minMatch };
    const execution = await openQuery(reader, query, await scoring(query.text), bounds);
    const hits = await execution.rank(top);
    rankings.set(query.id, { documents: ids.getIds(hits), scores: hits.scores });
    const done = rankings.size;
    const finished = done === queries.length;
    progress({ task: name, unit: "queries", done, total: queries.length, finished });
  }
  return { name, rankings };
}
