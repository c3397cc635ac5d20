/** How many of the nearest documents the graphs of an index find. */

import type { IndexSnapshot } from "../../index/index.ts";
import { DenseSearch } from "./dense-search.ts";

/** What was found of what is nearest. */
export interface GraphRecall {
  /** The share of the `top` nearest documents of an exact search that are found, on average. */
  readonly recall: number;
  readonly top: number;
  /** Documents whose vectors were asked for. */
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
 * Asks for the directions of documents that lie evenly over the index, by the graphs and exactly. Undefined for an index
 * none of whose segments has a graph.
 */
export async function graphRecall(
  snapshot: IndexSnapshot,
  { top = 10, ef, queries = 100 }: RecallOptions = {},
): Promise<GraphRecall | undefined> {
  if (snapshot.parts.every(({ segment }) => segment.record.files.graph === undefined)) {
    return undefined;
  }
  const search = await DenseSearch.open(snapshot);
  let [found, possible, asked] = [0, 0, 0];
  for (let i = 0; i < queries; i++) {
    const document = Math.floor((i * snapshot.documentLimit) / queries);
    const direction = search.direction(document);
    if (direction === undefined) continue;
    asked++;
    const nearest = search.rank(direction, { top, ef: Number.POSITIVE_INFINITY }).documents;
    const walked = new Set(search.rank(direction, { top, ef }).documents);
    possible += nearest.length;
    found += nearest.filter((each) => walked.has(each)).length;
  }
  return { recall: possible === 0 ? 1 : found / possible, top, queries: asked };
}
