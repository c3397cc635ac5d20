/** Aligns flat values of a graph with the tokens of a query and a document. */

import type { Tensor } from "../tensor/index.ts";
import type { TopMatch } from "./insight-data.ts";

/** Reads the values of a tensor of the graph. */
export type TensorReader = (tensor: Tensor) => readonly number[];
/** The positions of the tokens that the model reads. */
export type TokenPositions = Readonly<Record<"query" | "document", readonly number[]>>;
/** The number of tokens, read or not. */
export type TextLengths = Readonly<Record<"query" | "document", number>>;

/** The largest values of a row with their positions; of equal values the first. */
export function findLargest(
  row: readonly number[],
  positions: readonly number[],
  count: number,
): TopMatch[] {
  return row
    .map((value, i) => ({ place: positions[i] as number, value }))
    .sort((a, b) => b.value - a.value) // the sort is stable
    .slice(0, count);
}

/** Splits flat values into rows of this width. */
export function splitRows(
  values: readonly number[],
  width: number,
): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  for (let start = 0; start < values.length; start += width) {
    rows.push(values.slice(start, start + width));
  }
  return rows;
}

/** Rows at the positions of the tokens that the model reads; undefined elsewhere. */
export function alignRows<T>(
  rows: readonly (readonly T[])[],
  positions: readonly number[],
  length: number,
): readonly (readonly T[])[] {
  const all: (readonly T[])[] = Array.from({ length }, () => []);
  for (const [i, position] of positions.entries()) all[position] = rows[i] ?? [];
  return all;
}

/** Values at the positions of the tokens that the model reads; 0 elsewhere. */
export function alignValues(
  values: readonly number[],
  positions: readonly number[],
  length: number,
): number[] {
  const all = new Array<number>(length).fill(0);
  for (const [i, position] of positions.entries()) all[position] = values[i] as number;
  return all;
}

/** The sum. */
export function computeSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
