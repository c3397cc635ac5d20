/**
 * Plain BM25 with as many postings pruned as learned weights prune, by their
 * own impacts: what pruning costs without learning (after Carmel et al.,
 * "Static index pruning for information retrieval systems", SIGIR 2001).
 */

import type { Run } from "../../src/collection/run.ts";
import {
  computeIndexStatistics,
  IndexSnapshot,
  type PruningRule,
  TermWeights,
  writePrunedIndex,
} from "../../src/index/index.ts";
import { createIndexRetriever, runQueries, Searcher } from "../../src/ranking/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { openAnalyzer } from "../../src/text/index.ts";
import { type IndexSize, toIndexSize } from "./tdv-points.ts";
import type { TdvWorkload } from "./tdv-workload.ts";

/** As `bm25(preset=tdv)`. */
const FORMULA = { model: "bm25", idf: "smooth", k1: 1.2, b: 0.75, mu: 2500 } as const;
const RANKER = "bm25(k1=1.2,b=0.75,idf=smooth,weights=learned)";
/** Halvings of the interval of thresholds. */
const STEPS = 8;

/** The index of plain BM25 pruned to about `share` of its postings, and its run of the test queries. */
export async function pruneStatically(
  { snapshot, test }: TdvWorkload,
  share: number,
): Promise<{ readonly run: Run; readonly kept: number; readonly after: IndexSize }> {
  const { postings } = computeIndexStatistics(snapshot);
  const terms = snapshot.termsWithPrefix("", Infinity);
  const ones = new TermWeights(
    terms.map((term) => [term, 1, 1]),
    1,
    1,
  );
  const averageLength = snapshot.totalLength / snapshot.documentCount;
  const pruned = async (threshold: number): Promise<IndexSnapshot> => {
    const rule: PruningRule = { ...FORMULA, threshold, averageLength };
    const target = new MemoryDirectory();
    await writePrunedIndex(snapshot, target, ones, { ranker: RANKER, rule });
    return IndexSnapshot.open(target);
  };
  let [low, high] = [0, 8];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const tried = await pruned(middle);
    const kept = computeIndexStatistics(tried).postings / postings;
    await tried.close();
    if (kept > share) low = middle;
    else high = middle;
  }
  const index = await pruned(low);
  const analyzer = await openAnalyzer(index.settings.analysis);
  const searcher = new Searcher(index, { analyzer });
  const run = await runQueries(createIndexRetriever(searcher, { ranker: RANKER }), test.texts, {
    name: "static",
  });
  const figures = computeIndexStatistics(index);
  await index.close();
  return { run, kept: figures.postings / postings, after: toIndexSize(figures) };
}
