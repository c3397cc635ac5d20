/** Values of a graph, flat as they come, brought to the tokens of a query and a document. */

import type { Tensor } from "../tensor/index.ts";
import type { KeptMatch } from "./told-insight.ts";

/** The values of a part of the graph. */
export type ValuesOf = (tensor: Tensor) => readonly number[];
/** The places of the tokens that were read. */
export type PlacesRead = Readonly<Record<"query" | "document", readonly number[]>>;
/** How many tokens there are, read or not. */
export type TextLengths = Readonly<Record<"query" | "document", number>>;

/** The largest values of a row with the places they belong to; of equal ones the first. */
export function largest(
  row: readonly number[],
  places: readonly number[],
  count: number,
): KeptMatch[] {
  return row
    .map((value, i) => ({ place: places[i] as number, value }))
    .sort((a, b) => b.value - a.value) // the sort is stable
    .slice(0, count);
}

/** Flat values in rows of this many. */
export function rowsOf(values: readonly number[], width: number): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  for (let start = 0; start < values.length; start += width) {
    rows.push(values.slice(start, start + width));
  }
  return rows;
}

/** Rows at the places of the tokens that were read; none for the others. */
export function aligned<T>(
  rows: readonly (readonly T[])[],
  places: readonly number[],
  length: number,
): readonly (readonly T[])[] {
  const all: (readonly T[])[] = Array.from({ length }, () => []);
  for (const [i, place] of places.entries()) all[place] = rows[i] ?? [];
  return all;
}

/** Values at the places of the tokens that were read; 0 for the others. */
export function spread(
  values: readonly number[],
  places: readonly number[],
  length: number,
): number[] {
  const all = new Array<number>(length).fill(0);
  for (const [i, place] of places.entries()) all[place] = values[i] as number;
  return all;
}

/** The sum. */
export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
