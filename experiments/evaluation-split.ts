/** The queries of a collection to report on if nothing is learned or chosen. */

import { type Collection, readSplit, type Split } from "../src/collection/index.ts";

/** The named split; else test, if a collection has several. */
export function readEvaluationSplit(collection: Collection, named?: string): Promise<Split> {
  const { splits } = collection;
  const usual = splits.length > 1 && splits.includes("test") ? "test" : undefined;
  return readSplit(collection, named ?? usual);
}
