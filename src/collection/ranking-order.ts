/**
 * The order of a ranking, as trec_eval 9.0.8 derives it from a run file.
 *
 * Scores descending; equal scores by document id descending in byte order. The rank column is
 * ignored unless requested. trec_eval up to 9.0.8 (and so pytrec_eval) stores scores as 32-bit
 * floats, so two scores that differ only beyond that precision are equal; 10.0 compares doubles. We
 * follow 9.0.8 by default because most published numbers come from it.
 */

import { compareBytes } from "../common/bytes/index.ts";
import { badArgument, quote } from "../common/errors.ts";
import type { Ranking } from "./run.ts";

/** How a ranking from a file is ordered. */
export interface RankingOrderOptions {
  /** The key of the order: the score, or the rank column as in the official MS MARCO script. */
  orderBy?: "score" | "rank";
  /** The precision of scores in comparisons: `f32` is trec_eval ≤ 9.0.8, `f64` is 10.0. */
  precision?: "f32" | "f64";
}

/**
 * Indexes of `ranking.documents`, best first. Equal ranks keep the order of the file. Fails with
 * `BAD_ARGUMENT` for a score or rank that is not a number, and if ranks are requested and there are
 * none.
 */
export function computeRankingOrder(
  ranking: Ranking,
  { orderBy = "score", precision = "f32" }: RankingOrderOptions = {},
): Uint32Array {
  const { documents, scores, ranks } = ranking;
  if (orderBy !== "score" && orderBy !== "rank")
    throw unknownOption("orderBy", orderBy, "score or rank");
  if (precision !== "f32" && precision !== "f64")
    throw unknownOption("precision", precision, "f32 or f64");

  if (orderBy === "rank") {
    if (ranks === undefined) throw badArgument("a ranking without a rank column has no rank order");
    checkNumbers("rank", ranks, documents);
    return sortIndices(
      ranks.length,
      (a, b) => (ranks[a] as number) - (ranks[b] as number) || a - b,
    );
  }
  checkNumbers("score", scores, documents);
  const keys = precision === "f32" ? Float32Array.from(scores) : scores;
  return sortIndices(keys.length, (a, b) => {
    const x = keys[a] as number;
    const y = keys[b] as number;
    if (x !== y) return x < y ? 1 : -1; // not a difference: infinite scores would yield NaN
    return compareBytes(documents[b] as string, documents[a] as string);
  });
}

/** Sorts 0 … count - 1. Files are nearly always in order already, which one pass detects. */
function sortIndices(count: number, compare: (a: number, b: number) => number): Uint32Array {
  const order = new Uint32Array(count);
  let inOrder = true;
  for (let i = 0; i < count; i++) {
    order[i] = i;
    if (inOrder && i > 0 && compare(i - 1, i) > 0) inOrder = false;
  }
  return inOrder ? order : order.sort(compare);
}

function checkNumbers(label: string, values: Float64Array, documents: readonly string[]): void {
  if (values.length !== documents.length) {
    throw badArgument(
      `a ranking needs one ${label} per document, got ${values.length} for ${documents.length} documents`,
    );
  }
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) {
      throw badArgument(
        `the ${label} of document ${quote(documents[i] as string)} is not a number`,
      );
    }
  }
}

function unknownOption(option: string, value: string, allowed: string): Error {
  return badArgument(`${option} must be ${allowed}, got ${quote(String(value))}`);
}
