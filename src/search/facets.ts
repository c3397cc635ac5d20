/** Counts of values, and of ranges of values, over all documents that match. Exact, as far as time allows. */

import type { FacetCounts, FacetStats } from "../api/search-result.ts";
import { badArgument, quote } from "../common/errors.ts";
import { TopK } from "../common/top-k.ts";
import {
  type Column,
  compareValues,
  formatDate,
  type NonNullScalar,
} from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { countOrdinals, loadOrdinalCounter } from "../ranking/count-ordinals.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import { OutOfTime, TimeLimit } from "../ranking/traversal/index.ts";
import type { FacetInterval, FacetRequest } from "./facet-options.ts";

export { parseFacets } from "./facet-options.ts";

import { loadFieldColumns } from "./field-columns.ts";

/** Documents of a segment between two looks at the clock. */
const DOCUMENTS_PER_CHECK = 1 << 15;

/** Values that are sorted and written in a millisecond. The assumed speed is low, for a machine under load. */
const VALUES_PER_MS = 1000;

/**
 * Counts the facets of the documents of a set, none of which is deleted. The
 * values of a facet and the ranges that there is no time for are left out; what
 * is counted is exact.
 */
export async function countFacets(
  snapshot: IndexSnapshot,
  facets: readonly FacetRequest[],
  matches: DocumentSet,
  limit: TimeLimit = TimeLimit.none(),
): Promise<CountedFacets> {
  const stats = new Map<string, FacetStats>();
  const counts = new Map<string, Readonly<Record<string, number>>>();
  for (const { column } of facets) counts.set(column.name, {});
  try {
    const requested = facets.map(({ column }) => column);
    const columns = await loadFieldColumns(snapshot, requested, limit);
    await loadOrdinalCounter(snapshot.documentLimit);
    for (const facet of facets) {
      const { name } = facet.column;
      const parts = snapshot.parts.map(({ base }, i) => {
        const column = columns[i]?.get(name);
        if (column === undefined) throw badArgument(`there is no column ${quote(name)}`);
        return { column, base };
      });
      const entries: [string, number][] = [];
      try {
        const counter = new FacetCounter(parts, matches, snapshot.heap, limit);
        if (facet.ranges === undefined) entries.push(...counter.countValues(facet));
        else
          for (const range of facet.ranges) entries.push([range.label, counter.countRange(range)]);
        const extremes = counter.findExtremes(facet);
        if (extremes !== undefined) stats.set(name, extremes);
      } finally {
        counts.set(name, Object.fromEntries(entries));
      }
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  return {
    facets: Object.fromEntries(counts),
    ...(stats.size === 0 ? {} : { facetStats: Object.fromEntries(stats) }),
  };
}

/** The facets of a result. */
export interface CountedFacets {
  readonly facets: FacetCounts;
  readonly facetStats?: Readonly<Record<string, FacetStats>>;
}

interface SegmentColumn {
  readonly column: Column;
  readonly base: number;
}

/** Counts the values of one field. `OutOfTime` when time is up. */
class FacetCounter {
  readonly #parts: readonly SegmentColumn[];
  readonly #matches: DocumentSet;
  readonly #heap: IndexSnapshot["heap"];
  readonly #limit: TimeLimit;
  /** By segment: how many documents have each value. */
  readonly #ordinalCounts = new Map<SegmentColumn, Uint32Array>();
  /** By segment with one value per document: how many documents have an ordinal below each. */
  readonly #countsBelow = new Map<SegmentColumn, Float64Array>();

  constructor(
    parts: readonly SegmentColumn[],
    matches: DocumentSet,
    heap: IndexSnapshot["heap"],
    limit: TimeLimit,
  ) {
    this.#parts = parts;
    this.#matches = matches;
    this.#heap = heap;
    this.#limit = limit;
  }

  /** The most frequent values first, equally frequent ones by value. */
  countValues({ column: { type }, limit }: FacetRequest): [string, number][] {
    const values: NonNullScalar[] = [];
    const counts: number[] = [];
    const numbers = new Map<NonNullScalar, number>();
    const isSingle = this.#parts.length === 1;
    for (const part of this.#parts) {
      const ordinalCounts = this.#countOrdinals(part);
      // One segment has each value once: only those that are returned need be decoded.
      const ordinals = isSingle
        ? this.#selectMostFrequent(ordinalCounts, limit)
        : this.#listOrdinals(ordinalCounts);
      for (const ordinal of ordinals) {
        this.#limit.spend();
        const value = part.column.valueAt(ordinal) as NonNullScalar;
        const number = numbers.get(value);
        const count = ordinalCounts[ordinal] as number;
        if (number !== undefined) counts[number] = (counts[number] as number) + count;
        else {
          numbers.set(value, values.length);
          values.push(value);
          counts.push(count);
        }
      }
    }
    if (values.length === 0) return [];
    const wins = (a: number, b: number): boolean =>
      compareValues(values[a] as NonNullScalar, values[b] as NonNullScalar) < 0;
    const best = new TopK(Math.min(limit, values.length), wins);
    for (const [number, count] of counts.entries()) {
      this.#limit.spend();
      best.push(number, count);
    }
    this.#checkSorting(best);
    const isDate = type === "date";
    return Array.from(best.drain().items, (number) => {
      const value = values[number] as NonNullScalar;
      const label = isDate ? formatDate(value as number) : String(value);
      return [label, counts[number] as number];
    });
  }

  /** The smallest and the largest number; undefined for a field without numbers. */
  findExtremes({ column: { type } }: FacetRequest): FacetStats | undefined {
    if (type !== undefined && type !== "number" && type !== "date") return undefined;
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const part of this.#parts) {
      const { column } = part;
      const counts = this.#ordinalCounts.get(part) ?? this.#countOrdinals(part);
      // Values of a kind ascend with their ordinals.
      let [first, last] = [findKindStart(column, 0), findKindEnd(column, 0) - 1];
      for (; first <= last && counts[first] === 0; first++) this.#limit.spend();
      for (; last > first && counts[last] === 0; last--) this.#limit.spend();
      if (first > last) continue;
      min = Math.min(min, column.valueAt(first) as number);
      max = Math.max(max, column.valueAt(last) as number);
    }
    if (min > max) return undefined;
    return type === "date" ? { min: formatDate(min), max: formatDate(max) } : { min, max };
  }

  /** Documents with a value in the range; one with two such values counts once. */
  countRange({ from, to }: FacetInterval): number {
    let count = 0;
    for (const part of this.#parts) {
      const { column } = part;
      const first =
        from === undefined
          ? findKindStart(column, to)
          : column.above(from, { isIncluded: true }).first;
      const end =
        to === undefined ? findKindEnd(column, from) : column.below(to, { isIncluded: false }).end;
      this.#limit.spend();
      if (first >= end) continue;
      count +=
        column.ends === undefined
          ? this.#countBetween(part, first, end)
          : this.#scanRange(part, first, end);
    }
    return count;
  }

  /** Of a column with one value per document: all ranges share one pass over the documents. */
  #countBetween(part: SegmentColumn, first: number, end: number): number {
    let below = this.#countsBelow.get(part);
    if (below === undefined) {
      const counts = this.#countOrdinals(part);
      below = new Float64Array(counts.length + 1);
      for (const [ordinal, count] of counts.entries()) {
        this.#limit.spend();
        below[ordinal + 1] = (below[ordinal] as number) + count;
      }
      this.#countsBelow.set(part, below);
    }
    return (below[end] as number) - (below[first] as number);
  }

  #scanRange({ column, base }: SegmentColumn, first: number, last: number): number {
    const { ordinals, documentCount } = column;
    let count = 0;
    for (let from = 0; from < documentCount; from += DOCUMENTS_PER_CHECK) {
      const to = Math.min(documentCount, from + DOCUMENTS_PER_CHECK);
      this.#limit.spend(to - from);
      this.#matches.forEachBetween(base + from, base + to, (number) => {
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

  #listOrdinals(counts: Uint32Array): number[] {
    const ordinals: number[] = [];
    for (let ordinal = 1; ordinal < counts.length; ordinal++) {
      this.#limit.spend();
      if (counts[ordinal] !== 0) ordinals.push(ordinal);
    }
    return ordinals;
  }

  /** Equal counts by value, which ordinals ascend with. */
  #selectMostFrequent(counts: Uint32Array, limit: number): Uint32Array {
    const best = new TopK(Math.max(1, Math.min(limit, counts.length)), (a, b) => a < b);
    for (let ordinal = 1; ordinal < counts.length; ordinal++) {
      this.#limit.spend();
      const count = counts[ordinal] as number;
      if (count > 0) best.push(ordinal, count);
    }
    this.#checkSorting(best);
    return best.drain().items;
  }

  /** `OutOfTime` if there is no time to sort what was selected, which cannot be interrupted. */
  #checkSorting({ size }: TopK): void {
    if (!this.#limit.hasTimeFor(size / VALUES_PER_MS)) throw new OutOfTime();
  }

  #countOrdinals(part: SegmentColumn): Uint32Array {
    const { column, base } = part;
    const [heap, limit] = [this.#heap, this.#limit];
    limit.spend(column.documentCount);
    const counts = countOrdinals(column, base, this.#matches, { heap, limit });
    this.#ordinalCounts.set(part, counts);
    return counts;
  }
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
