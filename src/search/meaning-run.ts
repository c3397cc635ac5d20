/** Many queries, one ranker that counts meaning: a run. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import { documentsWithoutIds } from "../ranking/document-set.ts";
import { RememberedIds } from "../ranking/remembered-ids.ts";
import type { IndexReader } from "./index-reader.ts";
import { askedWithin } from "./search-hits.ts";
import type { ScoringOptions } from "./search-options.ts";

/** How many documents a run has for each query, and its name. */
export interface MeaningRunOptions {
  readonly top: number;
  readonly minMatch?: number;
  readonly name: string;
  readonly progress?: Progress | undefined;
}

/** Ranks each query; `scoring` gives the options with its vector. Documents that a query excludes are not returned. */
export async function rankByMeaning(
  reader: IndexReader,
  queries: readonly Query[],
  scoring: (query: string) => Promise<ScoringOptions>,
  { top, minMatch, name, progress = silent }: MeaningRunOptions,
): Promise<Run> {
  const { snapshot } = reader;
  const ids = new RememberedIds(snapshot);
  const rankings = new Map<string, Ranking>();
  for (const { id, text, exclude } of queries) {
    const asked = await askedWithin(reader, text, await scoring(text), {
      ...(minMatch === undefined ? {} : { minMatch }),
      ...(exclude === undefined ? {} : { filter: documentsWithoutIds(snapshot, exclude) }),
    });
    const hits = await asked.rank(top);
    rankings.set(id, { documents: ids.of(hits), scores: hits.scores });
    const done = rankings.size;
    const finished = done === queries.length;
    progress({ task: name, unit: "queries", done, total: queries.length, finished });
  }
  return { name, rankings };
}
