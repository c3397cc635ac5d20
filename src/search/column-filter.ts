/**
 * The documents of a column whose values meet conditions. Conditions are converted
 * to ordinals once; then only ordinals are compared.
 */

import type { Column, OrdinalRange } from "../index/columns/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import type { Condition } from "./filter.ts";

/** Ordinals that pass: those of a range and, if there is a table, those marked in it. */
interface OrdinalFilter extends OrdinalRange {
  readonly table: Uint8Array | undefined;
}

/** Adds `base` + each document that has a value which meets all conditions. `OutOfTime` when time is up. */
export function addMatches(
  column: Column,
  conditions: readonly Condition[],
  base: number,
  out: DocumentSet,
  limit: TimeLimit,
): void {
  const filter = computeOrdinalFilter(column, conditions, limit);
  if (filter.first >= filter.end) return;
  if (column.ends === undefined) addSingleValued(column, filter, base, out.words);
  else addMultiValued(column, filter, base, out, limit);
}

/** The cost of looking up a value, in documents. */
const VALUE_COST = 16;

function computeOrdinalFilter(
  column: Column,
  conditions: readonly Condition[],
  limit: TimeLimit,
): OrdinalFilter {
  let [first, end] = [0, column.values.count + 1];
  let table: Uint8Array | undefined;
  for (const condition of conditions) {
    if (condition.operator === "in") {
      const ordinals = condition.values
        .map((value) => {
          limit.spend(VALUE_COST);
          return column.ordinal(value);
        })
        .filter((ordinal) => ordinal !== undefined);
      if (ordinals.length === 0) return { first: 0, end: 0, table };
      const range = {
        first: Math.min(...findBounds(ordinals)),
        end: Math.max(...findBounds(ordinals)) + 1,
      };
      [first, end] = [Math.max(first, range.first), Math.min(end, range.end)];
      if (ordinals.length > 1) table = markOrdinals(ordinals, column.values.count + 1, table);
      continue;
    }
    const range =
      condition.operator === "exists" ? { first: 1, end } : findRange(column, condition);
    [first, end] = [Math.max(first, range.first), Math.min(end, range.end)];
  }
  return { first, end, table };
}

/** The smallest and the largest of any number of ordinals. */
function findBounds(ordinals: readonly number[]): [number, number] {
  let [min, max] = [ordinals[0] as number, ordinals[0] as number];
  for (const ordinal of ordinals) {
    if (ordinal < min) min = ordinal;
    if (ordinal > max) max = ordinal;
  }
  return [min, max];
}

/** The ordinals that are in the list and, if there is one, in the previous table. */
function markOrdinals(
  ordinals: readonly number[],
  count: number,
  before: Uint8Array | undefined,
): Uint8Array {
  const table = new Uint8Array(count);
  for (const ordinal of ordinals) table[ordinal] = before?.[ordinal] ?? 1;
  return table;
}

/** The ordinals of values of the bound's own kind on its side of it. */
function findRange(
  column: Column,
  { operator, value }: Extract<Condition, { value: number | string }>,
): OrdinalRange {
  const isIncluded = operator === "lte" || operator === "gte";
  const isText = typeof value === "string";
  if (operator === "lt" || operator === "lte") {
    const minValue = isText ? "" : Number.NEGATIVE_INFINITY;
    const { first } = column.above(minValue, { isIncluded: true });
    return { first, end: column.below(value, { isIncluded }).end };
  }
  const { first, end } = column.above(value, { isIncluded });
  return { first, end: isText ? end : column.below("", { isIncluded: false }).end };
}

/** Sets the bits of 32 documents at a time. */
function addSingleValued(
  { ordinals }: Column,
  { first, end, table }: OrdinalFilter,
  base: number,
  words: Uint32Array,
): void {
  const width = end - first;
  let word = base >>> 5;
  let bit = base & 31;
  let bits = 0;
  for (let document = 0; document < ordinals.length; document++) {
    const ordinal = ordinals[document] as number;
    const passes = (ordinal - first) >>> 0 < width && (table === undefined || table[ordinal] === 1);
    if (passes) bits |= 1 << bit;
    if (++bit < 32) continue;
    words[word] = (words[word] as number) | bits;
    word++;
    bit = 0;
    bits = 0;
  }
  if (bit > 0) words[word] = (words[word] as number) | bits;
}

function addMultiValued(
  { ordinals, ends = new Uint32Array(0) }: Column,
  { first, end, table }: OrdinalFilter,
  base: number,
  out: DocumentSet,
  limit: TimeLimit,
): void {
  const width = end - first;
  let at = 0;
  for (let document = 0; document < ends.length; document++) {
    const last = ends[document] as number;
    limit.spend(1 + last - at);
    for (; at < last; at++) {
      const ordinal = ordinals[at] as number;
      if ((ordinal - first) >>> 0 >= width || (table !== undefined && table[ordinal] !== 1))
        continue;
      out.add(base + document);
      at = last;
      break;
    }
  }
}
