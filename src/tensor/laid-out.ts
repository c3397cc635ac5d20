/**
 * Ragged groups as rows of equal length: each group's first elements side by
 * side, zeros where it has fewer. For networks that know a token by its place.
 */

import { matrix } from "./layout.ts";
import {
  derivedIndex,
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

const SEGMENT_PLACES: Operation = { name: "segmentPlaces" };

/** Known to backends as the reshape that it is; only its axes cannot be checked by name. */
const IN_ROWS: Operation = {
  name: "reshape",
  gradient: ({ inputs: [x] }, upstream) => [tensor(IN_ROWS, [upstream], (x as Tensor).shape)],
};

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
  return tensor(IN_ROWS, [rows], [...segments.shape, places * width]);
}
