/** Which values and ranges of values a search counts. */

import { badArgument } from "../common/errors.ts";
import {
  FITTING_VALUES,
  fittingValue,
  type PresentValue,
  type WantedColumn,
} from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { wantedColumn } from "./field-columns.ts";
import { checkOptions, checkWhole, shown } from "./known-options.ts";

/** From, which belongs to the range, up to, which does not; null or left out for no end. */
export type FacetRange = readonly [from?: number | string | null, to?: number | string | null];

/** How the values of one field are counted. */
export interface FacetOptions {
  /** How many values to return at most, the most frequent first. Default 100. */
  readonly limit?: number | undefined;
  /** Count these ranges instead of values. */
  readonly ranges?: readonly FacetRange[] | undefined;
}

/** Fields by name, or each with its options. */
export type Facets = readonly string[] | Readonly<Record<string, FacetOptions>>;

/** By field and value: how many matching documents have it. */
export type FacetCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A facet that was checked. */
export interface CheckedFacet {
  readonly column: WantedColumn;
  readonly limit: number;
  readonly ranges: readonly CheckedRange[] | undefined;
}

/** A range that was checked; an end that is undefined is open. */
export interface CheckedRange {
  readonly label: string;
  readonly from: PresentValue | undefined;
  readonly to: PresentValue | undefined;
}

const VALUES = 100;

/** Checks what a person asked for. `BAD_ARGUMENT` says where it is wrong. */
export function parseFacets(snapshot: IndexSnapshot, facets: Facets): CheckedFacet[] {
  if (typeof facets !== "object" || facets === null) {
    throw badArgument(`facets must be names of fields or an object, got ${shown(facets)}`);
  }
  const named: [string, FacetOptions][] = Array.isArray(facets)
    ? facets.map((name) => [name, {}])
    : Object.entries(facets as Readonly<Record<string, FacetOptions>>);
  return named.map(([name, options]) => {
    if (typeof name !== "string") throw badArgument(`facets must be names, got ${shown(name)}`);
    const place = `facets.${name}`;
    checkOptions(place, options, ["limit", "ranges"]);
    checkWhole(`${place}.limit`, options.limit, 1);
    const column = wantedColumn(snapshot, name, "facet");
    const { limit = VALUES, ranges } = options;
    if (ranges !== undefined && !Array.isArray(ranges)) {
      throw badArgument(`${place}.ranges must be an array of [from, to], got ${shown(ranges)}`);
    }
    const checked = ranges?.map((range, i) => parseRange(range, column, `${place}.ranges[${i}]`));
    return { column, limit, ranges: checked };
  });
}

function parseRange(range: unknown, column: WantedColumn, place: string): CheckedRange {
  if (!Array.isArray(range) || range.length > 2) {
    throw badArgument(`${place} must be [from, to], got ${shown(range)}`);
  }
  const [from, to] = range.map((end) => parseEnd(end, column, place));
  const label = range.length === 0 ? ".." : `${range[0] ?? ""}..${range[1] ?? ""}`;
  return { label, from, to };
}

function parseEnd(end: unknown, { type }: WantedColumn, place: string): PresentValue | undefined {
  if (end === null || end === undefined) return undefined;
  const isEnd = typeof end === "string" || Number.isFinite(end);
  const fitting = isEnd && type !== undefined ? fittingValue(type, end) : end;
  if (isEnd && fitting !== undefined) return fitting as PresentValue;
  const rule = type === undefined ? "a finite number or a text" : FITTING_VALUES[type];
  throw badArgument(`${place}: an end must be ${rule}, or null, got ${shown(end)}`);
}
