/** Learned weights of terms at work on an index that was built without them. */

import { badArgument } from "../common/errors.ts";
import { textView } from "../index/snapshots/index.ts";
import type { TermWeights } from "../index/weights/index.ts";
import { WeightedView } from "../index/weights/index.ts";
import { Searcher } from "../ranking/searcher.ts";
import type { IndexReader } from "./index-reader.ts";

/** Weights, and the ranker that they were learned for if that is known. */
export interface WeightsSource {
  readonly weights: TermWeights;
  readonly ranker?: string | undefined;
}

const known = new WeakMap<IndexReader, WeakMap<TermWeights, Searcher>>();

/** A searcher that counts each word as much as it weighs. The first search walks all lists once. */
export function weightedSearcher(reader: IndexReader, { weights }: WeightsSource): Searcher {
  const { snapshot, analyzer } = reader;
  if (snapshot.weights !== undefined) {
    throw badArgument("the index has weights of its own; it cannot be searched with others");
  }
  const searchers = known.get(reader) ?? new WeakMap<TermWeights, Searcher>();
  known.set(reader, searchers);
  let searcher = searchers.get(weights);
  if (searcher === undefined) {
    const view = new WeightedView(textView(snapshot), weights);
    searcher = new Searcher(view, { analyzer, clock: () => Date.now() });
    searchers.set(weights, searcher);
  }
  return searcher;
}
