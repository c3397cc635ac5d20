/** The values and ranges of values that a search counts. */

import type { FacetOptions, Facets } from "../api/option-types.ts";
import { checkInteger, checkOptions } from "../common/check-options.ts";
import { badArgument, describeValue } from "../common/errors.ts";
import {
  COLUMN_VALUE_RULES,
  type NonNullScalar,
  type RequestedColumn,
  toColumnValue,
} from "../index/columns/index.ts";
import { resolveColumn, type SchemaSource } from "./field-columns.ts";

/** A facet that was checked. */
export interface FacetRequest {
  readonly column: RequestedColumn;
  readonly limit: number;
  readonly ranges: readonly FacetInterval[] | undefined;
}

/** A range after validation; an undefined end is open. */
export interface FacetInterval {
  readonly label: string;
  readonly from: NonNullScalar | undefined;
  readonly to: NonNullScalar | undefined;
}

const DEFAULT_LIMIT = 100;

/** Validates the facets of a request. `BAD_ARGUMENT` with the position of an error. */
export function parseFacets(snapshot: SchemaSource, facets: Facets): FacetRequest[] {
  if (typeof facets !== "object" || facets === null) {
    throw badArgument(`facets must be names of fields or an object, got ${describeValue(facets)}`);
  }
  const entries: [string, FacetOptions][] = Array.isArray(facets)
    ? facets.map((name) => [name, {}])
    : Object.entries(facets as Readonly<Record<string, FacetOptions>>).filter(
        ([, options]) => options !== undefined,
      );
  return entries.map(([name, options]) => {
    if (typeof name !== "string")
      throw badArgument(`facets must be names, got ${describeValue(name)}`);
    const path = `facets.${name}`;
    checkOptions(path, options, ["limit", "ranges"]);
    checkInteger(`${path}.limit`, options.limit, 1);
    const column = resolveColumn(snapshot, name, "facet");
    const { limit = DEFAULT_LIMIT, ranges } = options;
    if (ranges !== undefined && !Array.isArray(ranges)) {
      throw badArgument(
        `${path}.ranges must be an array of [from, to], got ${describeValue(ranges)}`,
      );
    }
    const intervals = ranges?.map((range, i) => parseRange(range, column, `${path}.ranges[${i}]`));
    return { column, limit, ranges: intervals };
  });
}

function parseRange(range: unknown, column: RequestedColumn, path: string): FacetInterval {
  if (!Array.isArray(range) || range.length > 2) {
    throw badArgument(`${path} must be [from, to], got ${describeValue(range)}`);
  }
  const [from, to] = range.map((end) => parseEnd(end, column, path));
  const label = range.length === 0 ? ".." : `${range[0] ?? ""}..${range[1] ?? ""}`;
  return { label, from, to };
}

function parseEnd(
  end: unknown,
  { type }: RequestedColumn,
  path: string,
): NonNullScalar | undefined {
  if (end === null || end === undefined) return undefined;
  const isEnd = typeof end === "string" || Number.isFinite(end);
  const converted = isEnd && type !== undefined ? toColumnValue(type, end) : end;
  if (isEnd && converted !== undefined) return converted as NonNullScalar;
  const rule = type === undefined ? "a finite number or a text" : COLUMN_VALUE_RULES[type];
  throw badArgument(`${path}: an end must be ${rule}, or null, got ${describeValue(end)}`);
}
