/**
 * Ragged groups as rows of equal length: each group's first elements side by
 * side, zeros where it has fewer. For networks that know a token by its place.
 * `splitRows` cuts such rows into the parts that they consist of.
 */

import { matrix } from "./layout.ts";
import {
  derivedIndex,
  derivedSegments,
  type Index,
  type Operation,
  type Segments,
  shapeError,
  type Tensor,
  tensor,
} from "./node.ts";
import { gather } from "./rows.ts";
import { whole } from "./segments.ts";
import type { Size } from "./shape.ts";

/** Known to backends as the reshape that it is; only its axes cannot be checked by name. */
const SAME_VALUES: Operation = {
  name: "reshape",
  gradient: ({ inputs: [x, ...segments] }, upstream) => [
    tensor(SAME_VALUES, [upstream, ...segments], (x as Tensor).shape),
  ],
};

const EVEN_SEGMENTS: Operation = { name: "evenSegments" };

/** Groups that all have `size` elements, over an axis of their own. */
export function evenSegments(groups: Size, size: number): Segments {
  return derivedSegments(EVEN_SEGMENTS, [], groups, `${groups}·${size}`, { size });
}

/** Another shape for the same values, where axes follow from the given segments. */
export function underEvenSegments(
  x: Tensor,
  segments: readonly Segments[],
  shape: readonly Size[],
): Tensor {
  return tensor(SAME_VALUES, [x, ...segments], shape);
}

/** Rows of `parts` parts as one row a part, [rows · parts, width], and which parts were together. */
export function splitRows(
  x: Tensor,
  parts: number,
): { readonly x: Tensor; readonly segments: Segments } {
  const [rows, width] = matrix("splitRows", x);
  whole("splitRows", "parts", parts);
  if (typeof width !== "number" || width % parts !== 0) {
    throw shapeError("splitRows", `the width must be a multiple of ${parts}`, x);
  }
  const segments = evenSegments(rows, parts);
  return { x: underEvenSegments(x, [segments], [segments.over, width / parts]), segments };
}

const SEGMENT_PLACES: Operation = { name: "segmentPlaces" };

/** For each group its elements at places 0 to `places` - 1, -1 where it is shorter. */
function segmentPlaces(segments: Segments, places: number): Index {
  const groups = segments.shape[0] as Size;
  return derivedIndex(SEGMENT_PLACES, `${groups}·${places}`, segments.over, [segments], { places });
}

/** The first `places` rows of each group side by side, [groups, places · width]. */
export function laidOut(x: Tensor, segments: Segments, places: number): Tensor {
  const [, width] = matrix("laidOut", x);
  whole("laidOut", "places", places);
  if (x.shape[0] !== segments.over || typeof width !== "number") {
    throw shapeError("laidOut", `needs rows of fixed width over [${segments.over}]`, x);
  }
  const rows = gather(x, segmentPlaces(segments, places));
  return underEvenSegments(rows, [], [...segments.shape, places * width]);
}
