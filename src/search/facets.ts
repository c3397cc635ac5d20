/** Counts of values, and of ranges of values, over all documents that match. Exact. */

import { badArgument, quote } from "../common/errors.ts";
import {
  type Column,
  compareValues,
  formatDate,
  type NonNullScalar,
} from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { countOrdinals, loadOrdinalCounter } from "../ranking/count-ordinals.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { FacetCounts, FacetInterval, FacetRequest } from "./facet-options.ts";

export { parseFacets } from "./facet-options.ts";

import { loadFieldColumns } from "./field-columns.ts";

/** Counts the facets of the documents of a set, none of which is deleted. */
export async function countFacets(
  snapshot: IndexSnapshot,
  facets: readonly FacetRequest[],
  matches: DocumentSet,
): Promise<FacetCounts> {
  const columns = await loadFieldColumns(
    snapshot,
    facets.map(({ column }) => column),
  );
  await loadOrdinalCounter(snapshot.documentLimit);
  const counts: [string, Readonly<Record<string, number>>][] = facets.map((facet) => {
    const { name } = facet.column;
    const parts = snapshot.parts.map(({ base }, i) => {
      const column = columns[i]?.get(name);
      if (column === undefined) throw badArgument(`there is no column ${quote(name)}`);
      return { column, base };
    });
    const { ranges } = facet;
    const entries =
      ranges === undefined
        ? countValues(facet, parts, matches, snapshot.heap)
        : ranges.map((range) => [range.label, countRange(range, parts, matches)] as const);
    return [name, Object.fromEntries(entries)];
  });
  return Object.fromEntries(counts);
}

interface SegmentColumn {
  readonly column: Column;
  readonly base: number;
}

function countValues(
  { column: { type }, limit }: FacetRequest,
  parts: readonly SegmentColumn[],
  matches: DocumentSet,
  heap: IndexSnapshot["heap"],
): [string, number][] {
  const totals = new Map<NonNullScalar, number>();
  for (const { column, base } of parts) {
    const counts = countOrdinals(column, base, matches, heap);
    // With one segment each value is unique: only returned values need be decoded.
    const ordinals = parts.length === 1 ? selectMostFrequent(counts, limit) : listOrdinals(counts);
    for (const ordinal of ordinals) {
      const value = column.valueAt(ordinal) as NonNullScalar;
      totals.set(value, (totals.get(value) ?? 0) + (counts[ordinal] as number));
    }
  }
  const sorted = [...totals].sort(([a, x], [b, y]) => y - x || compareValues(a, b));
  const isDate = type === "date";
  return sorted
    .slice(0, limit)
    .map(([value, count]) => [isDate ? formatDate(value as number) : String(value), count]);
}

function listOrdinals(counts: Uint32Array): number[] {
  const ordinals: number[] = [];
  for (let ordinal = 1; ordinal < counts.length; ordinal++)
    if (counts[ordinal] !== 0) ordinals.push(ordinal);
  return ordinals;
}

/** Ties are ordered by value, which ascends with the ordinal. */
function selectMostFrequent(counts: Uint32Array, limit: number): number[] {
  const ordinals = listOrdinals(counts);
  return ordinals
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, limit);
}

/** Documents with a value in the range; one with two such values counts once. */
function countRange(
  { from, to }: FacetInterval,
  parts: readonly SegmentColumn[],
  matches: DocumentSet,
): number {
  let count = 0;
  for (const { column, base } of parts) {
    const { ordinals } = column;
    const first =
      from === undefined
        ? findKindStart(column, to)
        : column.above(from, { isIncluded: true }).first;
    const last =
      to === undefined ? findKindEnd(column, from) : column.below(to, { isIncluded: false }).end;
    matches.forEachBetween(base, base + column.documentCount, (number) => {
      const end = column.end(number - base);
      for (let i = column.start(number - base); i < end; i++) {
        const ordinal = ordinals[i] as number;
        if (ordinal < first || ordinal >= last) continue;
        count++;
        break;
      }
    });
  }
  return count;
}

/** The first ordinal of the kind of `value`, or of any value. */
function findKindStart(column: Column, value: NonNullScalar | undefined): number {
  if (value === undefined) return 1;
  const minValue = typeof value === "string" ? "" : Number.NEGATIVE_INFINITY;
  return column.above(minValue, { isIncluded: true }).first;
}

/** The ordinal after the last of the kind of `value`, or after all. */
function findKindEnd(column: Column, value: NonNullScalar | undefined): number {
  if (value === undefined || typeof value === "string") return column.values.count + 1;
  return column.below("", { isIncluded: false }).end;
}
