/** Counts of values, and of ranges of values, over all documents that match. Exact. */

import { badArgument, quote } from "../common/errors.ts";
import { type Column, compareValues, dateText, type PresentValue } from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { codeCounts, loadCodeCounts } from "../ranking/code-counts.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { CheckedFacet, CheckedRange, FacetCounts } from "./facet-options.ts";

export { parseFacets } from "./facet-options.ts";

import { fieldColumns } from "./field-columns.ts";

/** Counts the facets of the documents of a set, none of which is deleted. */
export async function countFacets(
  snapshot: IndexSnapshot,
  facets: readonly CheckedFacet[],
  matches: DocumentSet,
): Promise<FacetCounts> {
  const columns = await fieldColumns(
    snapshot,
    facets.map(({ column }) => column),
  );
  await loadCodeCounts(snapshot.documentLimit);
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
        ? valueEntries(facet, parts, matches, snapshot.heap)
        : ranges.map((range) => [range.label, countRange(range, parts, matches)] as const);
    return [name, Object.fromEntries(entries)];
  });
  return Object.fromEntries(counts);
}

interface PlacedColumn {
  readonly column: Column;
  readonly base: number;
}

function valueEntries(
  { column: { type }, limit }: CheckedFacet,
  parts: readonly PlacedColumn[],
  matches: DocumentSet,
  heap: IndexSnapshot["heap"],
): [string, number][] {
  const totals = new Map<PresentValue, number>();
  for (const { column, base } of parts) {
    const counts = codeCounts(column, base, matches, heap);
    // One segment has each value once: only those that are returned need be decoded.
    const codes = parts.length === 1 ? mostFrequent(counts, limit) : codesIn(counts);
    for (const code of codes) {
      const value = column.value(code) as PresentValue;
      totals.set(value, (totals.get(value) ?? 0) + (counts[code] as number));
    }
  }
  const sorted = [...totals].sort(([a, x], [b, y]) => y - x || compareValues(a, b));
  const isDate = type === "date";
  return sorted
    .slice(0, limit)
    .map(([value, count]) => [isDate ? dateText(value as number) : String(value), count]);
}

function codesIn(counts: Uint32Array): number[] {
  const codes: number[] = [];
  for (let code = 1; code < counts.length; code++) if (counts[code] !== 0) codes.push(code);
  return codes;
}

/** Equal counts by value, which codes ascend with. */
function mostFrequent(counts: Uint32Array, limit: number): number[] {
  const codes = codesIn(counts);
  return codes
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .slice(0, limit);
}

/** Documents with a value in the range; one with two such values counts once. */
function countRange(
  { from, to }: CheckedRange,
  parts: readonly PlacedColumn[],
  matches: DocumentSet,
): number {
  let count = 0;
  for (const { column, base } of parts) {
    const { codes } = column;
    const first =
      from === undefined ? kindStart(column, to) : column.above(from, { isIncluded: true }).first;
    const last =
      to === undefined ? kindEnd(column, from) : column.below(to, { isIncluded: false }).end;
    matches.forEachBetween(base, base + column.documentCount, (number) => {
      const end = column.end(number - base);
      for (let i = column.start(number - base); i < end; i++) {
        const code = codes[i] as number;
        if (code < first || code >= last) continue;
        count++;
        break;
      }
    });
  }
  return count;
}

/** The first code of the kind of `value`, or of any value. */
function kindStart(column: Column, value: PresentValue | undefined): number {
  if (value === undefined) return 1;
  const least = typeof value === "string" ? "" : Number.NEGATIVE_INFINITY;
  return column.above(least, { isIncluded: true }).first;
}

/** The code after the last of the kind of `value`, or after all. */
function kindEnd(column: Column, value: PresentValue | undefined): number {
  if (value === undefined || typeof value === "string") return column.values.count + 1;
  return column.below("", { isIncluded: false }).end;
}
