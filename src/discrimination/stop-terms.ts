/** Stop words as terms of an index, after its own analysis (stemming, for example). */

import type { IndexSnapshot } from "../index/snapshots/index.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { STOP_LISTS, type StopListName } from "../text/stop-lists.ts";
import type { PostingMatrix } from "./posting-matrix.ts";

/** Numbers of the terms of a stop list; empty if the index was built without them. */
export async function findStopTerms(
  { settings: { analysis } }: IndexSnapshot,
  matrix: PostingMatrix,
  list: StopListName,
): Promise<ReadonlySet<number>> {
  const analyzer = await openAnalyzer({ ...analysis, stopWords: "none" });
  const numbers = new Set<number>();
  for (const word of STOP_LISTS[list]) {
    const term = analyzer.term(word);
    const number = term === undefined ? undefined : matrix.number(term);
    if (number !== undefined) numbers.add(number);
  }
  return numbers;
}
