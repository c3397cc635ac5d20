/** Values of facets as other engines return them: with statistics, and limited after all were counted. */

import type { Engine } from "../engine/engine.ts";
import type { FieldList } from "../tasks/indexes.ts";

/** Most distinct values of one field that are counted for statistics, or searched. */
export const MAX_FACET_VALUES = 100_000;

/** Most values of all fields of one search: more take seconds to sort and to write. */
const MAX_ALL_VALUES = 400_000;

/** Most distinct values of each of so many fields of one search. */
export function computeMaxValues(fields: number): number {
  return Math.min(MAX_FACET_VALUES, Math.floor(MAX_ALL_VALUES / Math.max(1, fields)));
}

/** Counts by value. */
export type ValueCounts = Readonly<Record<string, number>>;

/** Statistics of the values of a field in the matching documents. */
export interface ValueStats {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly avg: number;
  readonly sum: number;
}

/** The declared fields of an index; undefined if it has none declared. */
export async function readDeclaredFields(
  engine: Engine,
  index: string,
): Promise<FieldList["fields"]> {
  return (JSON.parse(await engine.read("listFields", { index })) as FieldList).fields;
}

/** Values with their counts. */
export type SortedValues = readonly (readonly [value: string, count: number])[];

/** The most frequent values first, equally frequent ones by value. */
export function sortValues(counts: ValueCounts): SortedValues {
  return Object.entries(counts).sort(
    ([a, countA], [b, countB]) => countB - countA || compareLabels(a, b),
  );
}

function compareLabels(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The statistics of numbers by their counts. Undefined if there is no value, one is not
 * a number, or there are more than can be counted.
 */
export function computeStats(
  counts: ValueCounts,
  maxValues: number = MAX_FACET_VALUES,
): ValueStats | undefined {
  const entries = Object.entries(counts);
  if (entries.length === 0 || entries.length > maxValues) return undefined;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [sum, total] = [0, 0];
  for (const [label, count] of entries) {
    const value = Number(label);
    if (label.trim() === "" || !Number.isFinite(value)) return undefined;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value * count;
    total += count;
  }
  return { count: total, min, max, avg: sum / total, sum };
}
