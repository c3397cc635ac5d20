/** Many queries, one ranker that counts meaning: a run. */

import type { ScoringOptions } from "../api/search-options.ts";
import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { defined } from "../common/defined.ts";
import { type Progress, silent } from "../common/progress.ts";
import { DocumentIdCache } from "../ranking/document-id-cache.ts";
import { documentsWithoutIds } from "../ranking/document-set.ts";
import type { IndexReader } from "./index-reader.ts";
import { createExecution } from "./search-hits.ts";

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
  const { snapshot } = reader;
  const ids = new DocumentIdCache(snapshot);
  const rankings = new Map<string, Ranking>();
  for (const { id, text, exclude } of queries) {
    const execution = await createExecution(reader, text, await scoring(text), {
      ...defined({ minMatch }),
      ...(exclude === undefined ? {} : { filter: documentsWithoutIds(snapshot, exclude) }),
    });
    const hits = await execution.rank(top);
    rankings.set(id, { documents: ids.getIds(hits), scores: hits.scores });
    const done = rankings.size;
    const finished = done === queries.length;
    progress({ task: name, unit: "queries", done, total: queries.length, finished });
  }
  return { name, rankings };
}
