/** Ranks queries as a search does, with all settings and rules of the index. */

import type { SnapshotRanking } from "../../../src/api/snapshots.ts";
import type { System } from "../../../src/client/index.ts";
import type { Progress } from "../../../src/common/progress.ts";
import type { Run } from "../../../src/index.ts";
import type { Store } from "./store.ts";
import { resolveRanking } from "./system-options.ts";

/** Documents per query of a snapshot, and of rankings that are compared with one. */
export const SNAPSHOT_DEPTH = 100;

/** The best documents of each query, and the ranker. */
export async function rankJudgedQueries(
  store: Store,
  index: string,
  system: System,
  queries: readonly { readonly id: string; readonly text: string }[],
  progress: Progress,
): Promise<{ readonly rankings: readonly SnapshotRanking[]; readonly ranker: string }> {
  const opened = await store.index(index);
  const { ranked, ranking } = await resolveRanking(store, index, opened, system);
  const options = {
    ...{ ...ranking, limit: SNAPSHOT_DEPTH, select: [], total: false, didYouMean: false },
  } as const;
  const rankings: SnapshotRanking[] = [];
  let ranker = "";
  const total = queries.length;
  for (const { id, text } of queries) {
    const result = await ranked.search(text, options);
    ranker = result.ranker;
    const documents = result.hits.map((hit) => hit.id);
    rankings.push({ id, text, documents, scores: result.hits.map(({ score }) => score) });
    const done = rankings.length;
    progress({ task: "ranking", unit: "queries", done, total, finished: done === total });
  }
  return { rankings, ranker };
}

/** A run in the order as shown, whatever the scores: pinned documents may have lower ones. */
export function toRun(name: string, rankings: readonly SnapshotRanking[]): Run {
  return {
    name,
    rankings: new Map(
      rankings.map(({ id, documents }) => [
        id,
        { documents, scores: Float64Array.from(documents, (_, i) => -i) },
      ]),
    ),
  };
}
