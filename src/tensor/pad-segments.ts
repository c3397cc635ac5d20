/**
 * Ragged groups as rows of equal length: each group's first elements side by side,
 * zeros where it has fewer. For networks with a weight per token position.
 * `splitRows` splits such rows into their parts.
 */

import { matrix } from "./layout.ts";
import {
  createDerivedIndex,
  createDerivedSegments,
  createShapeError,
  type Index,
  type Operation,
  type Segments,
  type Tensor,
  tensor,
} from "./node.ts";
import { gather } from "./rows.ts";
import { checkCount } from "./segments.ts";
import type { Size } from "./shape.ts";

/** Backends treat it as a reshape; only its axes cannot be checked by name. */
const RESHAPE_SEGMENTS: Operation = {
  name: "reshape",
  gradient: ({ inputs: [x, ...segments] }, upstream) => [
    tensor(RESHAPE_SEGMENTS, [upstream, ...segments], (x as Tensor).shape),
  ],
};

const EVEN_SEGMENTS: Operation = { name: "evenSegments" };

/** Groups that all have `size` elements, over a new axis. */
export function createEvenSegments(groups: Size, size: number): Segments {
  return createDerivedSegments(EVEN_SEGMENTS, [], groups, `${groups}·${size}`, { size });
}

/** Another shape for the same values, with axes of the segments. */
export function reshapeSegments(
  x: Tensor,
  segments: readonly Segments[],
  shape: readonly Size[],
): Tensor {
  return tensor(RESHAPE_SEGMENTS, [x, ...segments], shape);
}

/**
 * Rows of `parts` parts as one row per part, [rows · parts, width], and the segments
 * of the original rows.
 */
export function splitRows(
  x: Tensor,
  parts: number,
): { readonly x: Tensor; readonly segments: Segments } {
  const [rows, width] = matrix("splitRows", x);
  checkCount("splitRows", "parts", parts);
  if (typeof width !== "number" || width % parts !== 0) {
    throw createShapeError("splitRows", `the width must be a multiple of ${parts}`, x);
  }
  const segments = createEvenSegments(rows, parts);
  return { x: reshapeSegments(x, [segments], [segments.over, width / parts]), segments };
}

const SEGMENT_POSITIONS: Operation = { name: "segmentPlaces" };

/** For each group its elements at positions 0 to `length` - 1, -1 if it is shorter. */
function createSegmentPositions(segments: Segments, length: number): Index {
  const groups = segments.shape[0] as Size;
  return createDerivedIndex(SEGMENT_POSITIONS, `${groups}·${length}`, segments.over, [segments], {
    places: length,
  });
}

/** The first `length` rows of each group side by side, [groups, length · width]. */
export function padSegments(x: Tensor, segments: Segments, length: number): Tensor {
  const [, width] = matrix("laidOut", x);
  checkCount("laidOut", "places", length);
  if (x.shape[0] !== segments.over || typeof width !== "number") {
    throw createShapeError("laidOut", `needs rows of fixed width over [${segments.over}]`, x);
  }
  const rows = gather(x, createSegmentPositions(segments, length));
  return reshapeSegments(rows, [], [...segments.shape, length * width]);
}
