/** Searches an index that was built without term weights with learned ones. */

import type { WeightsSource } from "../api/option-types.ts";
import { badArgument } from "../common/errors.ts";
import { readClock } from "../common/monotonic-clock.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import { type IndexView, isMultiFieldView } from "../index/snapshots/index.ts";
import type { TermWeights } from "../index/weights/index.ts";
import { TwoSidedView, WeightedView } from "../index/weights/index.ts";
import { Searcher } from "../ranking/searcher.ts";
import type { IndexReader } from "./index-reader.ts";

/** Maximum number of cached searchers per table of weights, one per choice of fields: an application has a few. */
const MAX_SEARCHERS = 8;

const searcherCache = new WeakMap<IndexReader, WeakMap<TermWeights, Map<string, Searcher>>>();

/**
 * A searcher that applies the term weights, in the selected fields. The first search
 * reads all lists once.
 */
export function getWeightedSearcher(
  reader: IndexReader,
  { weights, fields: learnedFields }: WeightsSource,
  fields: FieldChoice | undefined = learnedFields,
): Searcher {
  if (typeof (weights as TermWeights | undefined)?.weight !== "function") {
    throw badArgument("weights must be term weights as learn returns them");
  }
  if (reader.snapshot.weights !== undefined) {
    throw badArgument("the index has its own weights; it cannot be searched with others");
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
    searcher = new Searcher(applyWeights(view, weights), { ...read, clock: readClock });
    if (searchers.size === MAX_SEARCHERS) searchers.clear();
    searchers.set(key, searcher);
  }
  return searcher;
}

/** The index as its own lists would be read if they had the weights. */
function applyWeights(view: IndexView, weights: TermWeights): IndexView {
  if (!weights.isTwoSided) return new WeightedView(view, weights);
  return isMultiFieldView(view) ? view.withWeights(weights) : new TwoSidedView(view, weights);
}
