/** Aggregations of OpenSearch: `terms`, `range` and `stats`, from the facets of a search. */

import type { FacetOptions, FacetRange } from "../../../src/api/option-types.ts";
import type { SearchRequest } from "../../../src/client/index.ts";
import { badArgument, describeValue, quote } from "../../../src/common/errors.ts";
import type { Engine } from "../engine/engine.ts";
import {
  computeStats,
  MAX_FACET_VALUES,
  readDeclaredFields,
  sortValues,
  type ValueCounts,
} from "./facet-values.ts";
import { checkOptionNames, readObject, readOnlyEntry } from "./opensearch-json.ts";
import { searchOrMatchAll } from "./search-or-match-all.ts";

interface Range {
  readonly from?: number;
  readonly to?: number;
  readonly key?: string;
}

interface Aggregation {
  readonly name: string;
  readonly kind: "terms" | "range" | "stats";
  readonly field: string;
  readonly size: number;
  readonly ranges: readonly Range[];
}

const OPTIONS = {
  terms: ["field", "size"],
  range: ["field", "ranges"],
  stats: ["field"],
} as const;

type Facets = Readonly<Record<string, FacetOptions>>;
type Counts = Readonly<Record<string, ValueCounts>>;

/** The aggregations of a body. `BAD_ARGUMENT` for a kind or an option that is not supported. */
export function parseAggregations(aggs: unknown): readonly Aggregation[] {
  if (aggs === undefined) return [];
  return Object.entries(readObject(aggs, "aggs")).map(([name, input]) => {
    const [kind, inner] = readOnlyEntry(input, `aggs.${name}`);
    if (kind !== "terms" && kind !== "range" && kind !== "stats") {
      throw badArgument(
        `the aggregation ${quote(kind)} is not supported; there are terms, range and stats`,
      );
    }
    const options = readObject(inner, kind);
    checkOptionNames(options, kind, OPTIONS[kind]);
    const { field, size = 10, ranges = [] } = options;
    if (typeof field !== "string") throw badArgument(`${kind}.field must be a name`);
    if (!Number.isInteger(size) || (size as number) < 1) {
      throw badArgument(`terms.size must be a whole number ≥ 1, got ${describeValue(size)}`);
    }
    if (!Array.isArray(ranges) || (kind === "range" && ranges.length === 0)) {
      throw badArgument("range.ranges must be an array of { from, to }");
    }
    return { name, kind, field, size: size as number, ranges: ranges.map(parseRange) };
  });
}

function parseRange(input: unknown): Range {
  const range = readObject(input, "a range of range.ranges");
  checkOptionNames(range, "a range", ["from", "to", "key"]);
  for (const end of [range.from, range.to]) {
    if (end === undefined || Number.isFinite(end)) continue;
    throw badArgument(`an end of a range must be a number, got ${describeValue(end)}`);
  }
  return range as Range;
}

/**
 * The results by the names of the aggregations. A search counts either values or
 * ranges of a field, so values and ranges have a search each.
 */
export async function runAggregations(
  engine: Engine,
  index: string,
  matching: SearchRequest,
  aggregations: readonly Aggregation[],
): Promise<{ readonly aggregations?: object }> {
  if (aggregations.length === 0) return {};
  const valueFacets: Record<string, FacetOptions> = {};
  const rangeFacets: Record<string, { ranges: FacetRange[] }> = {};
  for (const { kind, field, ranges } of aggregations) {
    if (kind !== "range") valueFacets[field] = { limit: MAX_FACET_VALUES + 1 };
    else {
      rangeFacets[field] ??= { ranges: [] };
      rangeFacets[field].ranges.push(...ranges.map(toFacetRange));
    }
  }
  const count = async (facets: Facets): Promise<Counts> => {
    if (Object.keys(facets).length === 0) return {};
    const result = await searchOrMatchAll(engine, index, { ...matching, limit: 0, facets });
    return result.facets ?? {};
  };
  const [values, ranges] = [await count(valueFacets), await count(rangeFacets)];
  const fields = await readDeclaredFields(engine, index);
  const types = new Map(fields?.map(({ name, type }) => [name, type]));
  const results = aggregations.map((aggregation): [string, object] => {
    const { name, kind, field } = aggregation;
    if (kind === "range") {
      return [name, { buckets: toRangeBuckets(aggregation, ranges[field] ?? {}) }];
    }
    const counts = values[field] ?? {};
    if (Object.keys(counts).length > MAX_FACET_VALUES) {
      throw badArgument(
        `${kind} takes a field with at most ${MAX_FACET_VALUES} values; ${quote(field)} has more`,
      );
    }
    const type = types.get(field);
    if (kind === "terms") return [name, toTerms(aggregation, counts, type)];
    return [name, toStats(field, counts, type)];
  });
  return { aggregations: Object.fromEntries(results) };
}

function toFacetRange({ from, to }: Range): FacetRange {
  return [from ?? null, to ?? null];
}

function toTerms({ size }: Aggregation, counts: ValueCounts, type: string | undefined): object {
  const sorted = sortValues(counts);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: sorted.slice(size).reduce((sum, [, count]) => sum + count, 0),
    buckets: sorted
      .slice(0, size)
      .map(([label, count]) => ({ ...toKey(label, type), doc_count: count })),
  };
}

/** Numbers are keys as they are; booleans and dates are numbers with a text beside them. */
function toKey(label: string, type: string | undefined): object {
  if (type === "boolean") return { key: label === "true" ? 1 : 0, key_as_string: label };
  if (type === "date") return { key: Date.parse(label), key_as_string: label };
  const isNumber = type === "number" || (type === undefined && String(Number(label)) === label);
  return { key: isNumber ? Number(label) : label };
}

function toStats(field: string, counts: ValueCounts, type: string | undefined): object {
  const isEmpty = Object.keys(counts).length === 0;
  if (isEmpty) return { count: 0, min: null, max: null, avg: null, sum: 0 };
  const stats = (type ?? "number") === "number" ? computeStats(counts) : undefined;
  if (stats === undefined) throw badArgument(`stats needs numbers; ${quote(field)} has others`);
  return stats;
}

/** In the order of their ends, as OpenSearch returns them. */
function toRangeBuckets({ ranges }: Aggregation, counts: ValueCounts): object[] {
  const sorted = ranges.toSorted(
    (a, b) =>
      compareEnds(a.from ?? Number.NEGATIVE_INFINITY, b.from ?? Number.NEGATIVE_INFINITY) ||
      compareEnds(a.to ?? Number.POSITIVE_INFINITY, b.to ?? Number.POSITIVE_INFINITY),
  );
  return sorted.map(({ from, to, key = `${formatEnd(from)}-${formatEnd(to)}` }) => ({
    key,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    doc_count: counts[`${from ?? ""}..${to ?? ""}`] ?? 0,
  }));
}

function compareEnds(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `10` is `10.0` in the keys of OpenSearch, and an open end is `*`. */
function formatEnd(end: number | undefined): string {
  if (end === undefined) return "*";
  return Number.isInteger(end) ? end.toFixed(1) : String(end);
}
