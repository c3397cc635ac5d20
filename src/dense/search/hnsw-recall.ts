/** Measures the recall of the HNSW graphs of an index. */

import type { IndexSnapshot } from "../../index/index.ts";
import { DenseSearch } from "./dense-search.ts";

/** The recall of HNSW search. */
export interface HnswRecall {
  /** The mean share of the `top` documents of an exact search that HNSW search returns. */
  readonly recall: number;
  readonly top: number;
  /** Documents whose vectors were the queries. */
  readonly queries: number;
}

/** How recall is measured. */
export interface RecallOptions {
  readonly top?: number;
  /** As in a search. */
  readonly ef?: number | undefined;
  readonly queries?: number;
}

/**
 * Searches for the vectors of documents that are spread evenly over the index, by HNSW and exactly. Undefined for an
 * index without a graph.
 */
export async function measureHnswRecall(
  snapshot: IndexSnapshot,
  { top = 10, ef, queries = 100 }: RecallOptions = {},
): Promise<HnswRecall | undefined> {
  if (snapshot.parts.every(({ segment }) => segment.record.files.graph === undefined)) {
    return undefined;
  }
  const search = await DenseSearch.open(snapshot);
  let [hitCount, possible, queryCount] = [0, 0, 0];
  for (let i = 0; i < queries; i++) {
    const document = Math.floor((i * snapshot.documentLimit) / queries);
    const documentVector = search.computeDocumentVector(document);
    if (documentVector === undefined) continue;
    queryCount++;
    const exactHits = search.rank(documentVector, { top, ef: Number.POSITIVE_INFINITY }).documents;
    const hnswHits = new Set(search.rank(documentVector, { top, ef }).documents);
    possible += exactHits.length;
    hitCount += exactHits.filter((each) => hnswHits.has(each)).length;
  }
  return { recall: possible === 0 ? 1 : hitCount / possible, top, queries: queryCount };
}
