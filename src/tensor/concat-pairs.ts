/**
 * The two sides of pairs as one sequence: the left tokens of a pair, then its right
 * ones. For models that read both texts together.
 */

import {
  createDerivedIndex,
  createDerivedSegments,
  type Index,
  type Operation,
  type Pairs,
  type Segments,
} from "./node.ts";
import { checkCount } from "./segments.ts";
import type { Size } from "./shape.ts";

const CONCAT_SEGMENTS: Operation = { name: "joinedSegments" };
const CONCAT_PAIRS: Operation = { name: "joined" };

/** A concatenated axis, and the origin of each of its tokens. */
export interface ConcatenatedPairs {
  readonly segments: Segments;
  /** The token of the left side, and that of the right side; -1 for tokens of the other. */
  readonly left: Index;
  readonly right: Index;
  /** 0 for a left token, 1 for a right one. */
  readonly sides: Index;
  /** Its position in its sequence, from 0. */
  readonly positions: Index;
}

/**
 * Concatenates the sides of pairs. A batch with a sequence of more than `longest`
 * tokens is rejected.
 */
export function concatPairs({ left, right }: Pairs, longest: number): ConcatenatedPairs {
  checkCount("joined", "longest", longest);
  const over = `${left.over}+${right.over}`;
  const index = (part: string, into: Size): Index =>
    createDerivedIndex(CONCAT_PAIRS, over, into, [left, right], { part, longest });
  return {
    segments: createDerivedSegments(CONCAT_SEGMENTS, [left, right], left.shape[0] as Size, over),
    left: index("left", left.over),
    right: index("right", right.over),
    sides: index("sides", 2),
    positions: index("places", longest),
  };
}
