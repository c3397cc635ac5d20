/** The queries of a collection to report on if nothing is learned or chosen. */

import { type Collection, readSplit, type Split } from "../src/collection/index.ts";

/** The named split; else test, if a collection has several. */
export function readEvaluationSplit(collection: Collection, named?: string): Promise<Split> {
  return readSplit(collection, named ?? findEvaluationSplit(collection));
}

/** The name of the test split of a collection with several; undefined if it has one, or no test. */
export function findEvaluationSplit({ splits }: Collection): string | undefined {
  return splits.length > 1 && splits.includes("test") ? "test" : undefined;
}
