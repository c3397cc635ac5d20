/** Scores the head of a ranking as long as there is time. */

import { badArgument } from "../common/errors.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";

/** Milliseconds that a batch should take. */
const BATCH_MS = 8;

/** `BAD_ARGUMENT` for a depth that is not a whole number above 0. */
export function checkDepth(depth: number): number {
  if (Number.isInteger(depth) && depth >= 1) return depth;
  throw badArgument(`a depth must be a whole number ≥ 1, got ${depth}`);
}

/**
 * The scores of the first documents: of all of them, or of those before time is up. The clock is
 * read between batches, which begin with one document and grow while they take little time. The
 * score of a document does not depend on its batch.
 */
export async function scoreInTime(
  documents: Uint32Array,
  limit: TimeLimit,
  score: (documents: Uint32Array) => Promise<ArrayLike<number>>,
): Promise<ArrayLike<number>> {
  if (limit.isUnlimited) return score(documents);
  const scores: number[] = [];
  let size = 1;
  while (scores.length < documents.length && !limit.checkClock()) {
    const start = limit.readClock();
    const batch = documents.subarray(scores.length, scores.length + size);
    scores.push(...Array.from(await score(batch)));
    const took = limit.readClock() - start;
    if (took < BATCH_MS / 2) size *= 2;
    else if (took > BATCH_MS) size = Math.max(1, Math.floor(size / 2));
  }
  return scores;
}
