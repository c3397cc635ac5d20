/** Learned weights of terms at work on an index that was built without them. */

import type { WeightsSource } from "../api/option-types.ts";
import { badArgument } from "../common/errors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { TermWeights } from "../index/weights/index.ts";
import { WeightedView } from "../index/weights/index.ts";
import { Searcher } from "../ranking/searcher.ts";
import type { IndexReader } from "./index-reader.ts";

/** Choices of fields that are remembered for each table of weights: an application has a few. */
const MAX_SEARCHERS = 8;

const searcherCache = new WeakMap<IndexReader, WeakMap<TermWeights, Map<string, Searcher>>>();

/** A searcher that counts each word as much as it weighs, in the chosen fields. The first search walks all lists once. */
export function getWeightedSearcher(
  reader: IndexReader,
  { weights, fields: learnedFrom }: WeightsSource,
  fields: FieldChoice | undefined = learnedFrom,
): Searcher {
  if (reader.snapshot.weights !== undefined) {
    throw badArgument("the index has weights of its own; it cannot be searched with others");
  }
  const tables = searcherCache.get(reader) ?? new WeakMap<TermWeights, Map<string, Searcher>>();
  searcherCache.set(reader, tables);
  const searchers = tables.get(weights) ?? new Map<string, Searcher>();
  tables.set(weights, searchers);
  const { view, analyzer } = reader.searcher.selectView(fields);
  const key = JSON.stringify(fields ?? null);
  let searcher = searchers.get(key);
  if (searcher === undefined) {
    const read = analyzer === undefined ? {} : { analyzer };
    searcher = new Searcher(new WeightedView(view, weights), { ...read, clock: () => Date.now() });
    if (searchers.size === MAX_SEARCHERS) searchers.clear();
    searchers.set(key, searcher);
  }
  return searcher;
}
