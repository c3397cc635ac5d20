/**
 * Data derived from the offsets and entries of a batch: positions in groups, groups
 * of cells, concatenated sides, and the positions of each row in an index.
 */

import { badArgument } from "../common/errors.ts";
import type { Attributes } from "./node.ts";

/**
 * For each row, the elements of an index that name it: elements[offsets[r]] to
 * [offsets[r+1]-1].
 */
export interface Inverse {
  readonly offsets: Int32Array;
  readonly elements: Int32Array;
}

export function getGroupLength(offsets: Int32Array, group: number): number {
  return (offsets[group + 1] as number) - (offsets[group] as number);
}

/** 0, by, 2 · by … */
export function createMultiples(count: number, by: number): Int32Array {
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) values[i] = i * by;
  return values;
}

/** The element of each group at a position, or -1. */
export function selectElements(offsets: Int32Array, position: number): Int32Array {
  return Int32Array.from({ length: offsets.length - 1 }, (_, group) =>
    position < getGroupLength(offsets, group) ? (offsets[group] as number) + position : -1,
  );
}

/** The elements of each group at the first positions, -1 if there are fewer. */
export function padIndex(offsets: Int32Array, length: number): Int32Array {
  const grid = new Int32Array((offsets.length - 1) * length).fill(-1);
  for (let group = 0; group + 1 < offsets.length; group++) {
    const start = offsets[group] as number;
    const count = Math.min(length, getGroupLength(offsets, group));
    for (let position = 0; position < count; position++)
      grid[group * length + position] = start + position;
  }
  return grid;
}

/** For each token of the concatenated sides: its token of one side, its side, or its position. */
export function concatIndex(
  left: Int32Array,
  right: Int32Array,
  attributes: Attributes,
): Int32Array {
  const { part, longest } = attributes as { part: string; longest: number };
  const index = new Int32Array((left.at(-1) as number) + (right.at(-1) as number));
  let at = 0;
  for (let pair = 0; pair + 1 < left.length; pair++) {
    const [before, after] = [getGroupLength(left, pair), getGroupLength(right, pair)];
    if (before + after > longest) {
      throw badArgument(`pair ${pair} has ${before + after} tokens; the maximum is ${longest}`, {
        pair,
      });
    }
    for (let position = 0; position < before + after; position++) {
      const isLeft = position < before;
      const parts: Readonly<Record<string, number>> = {
        left: isLeft ? (left[pair] as number) + position : -1,
        right: isLeft ? -1 : (right[pair] as number) + position - before,
        sides: isLeft ? 0 : 1,
        places: position,
      };
      index[at++] = parts[part] as number;
    }
  }
  return index;
}

export function computeRowOffsets(left: Int32Array, right: Int32Array): Int32Array {
  const offsets = new Int32Array((left.at(-1) as number) + 1);
  let at = 0;
  for (let pair = 0; pair + 1 < left.length; pair++) {
    const columns = getGroupLength(right, pair);
    for (let row = left[pair] as number; row < (left[pair + 1] as number); row++) {
      at += columns;
      offsets[row + 1] = at;
    }
  }
  return offsets;
}

/** Counting sort of the elements by the row they name. */
export function invertIndex(index: Int32Array, rows: number): Inverse {
  const offsets = new Int32Array(rows + 1);
  for (const row of index) if (row >= 0) offsets[row + 1] = (offsets[row + 1] as number) + 1;
  for (let row = 0; row < rows; row++) {
    offsets[row + 1] = (offsets[row + 1] as number) + (offsets[row] as number);
  }
  const next = offsets.slice();
  const elements = new Int32Array(offsets[rows] as number);
  for (let i = 0; i < index.length; i++) {
    const row = index[i] as number;
    if (row < 0) continue;
    const at = next[row] as number;
    elements[at] = i;
    next[row] = at + 1;
  }
  return { offsets, elements };
}
