/** Aggregations of OpenSearch: `terms`, `range` and `stats`, from the facets of a search. */

import type { FacetOptions, FacetRange } from "../../../src/api/option-types.ts";
import type { SearchRequest } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, describeValue, quote } from "../../../src/common/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import type { RequestTime } from "../search-timeout.ts";
import {
  computeMaxValues,
  computeStats,
  readDeclaredFields,
  type SortedValues,
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

/** Counts of each field; names such as `constructor` are fields like others. */
type Counts = ReadonlyMap<string, ValueCounts>;

/** Buckets of one response, as OpenSearch limits them by `search.max_buckets`. */
const MAX_BUCKETS = 65_535;

/** The aggregations of a body. `BAD_ARGUMENT` for too many, and for a kind or an option that is not supported. */
export function parseAggregations(aggs: unknown): readonly Aggregation[] {
  if (aggs === undefined) return [];
  const entries = Object.entries(readObject(aggs, "aggs"));
  if (entries.length > LIMITS.facets) {
    throw badArgument(`aggs takes at most ${LIMITS.facets} aggregations, got ${entries.length}`);
  }
  return entries.map(([name, input]) => {
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

/** The search whose matching documents are aggregated. */
export interface AggregationScope {
  readonly engine: Engine;
  readonly index: string;
  readonly matching: SearchRequest;
  readonly time: RequestTime;
}

/**
 * The results by the names of the aggregations. A search counts either values or
 * ranges of a field, so values and ranges have a search each.
 */
export async function runAggregations(
  { engine, index, matching, time }: AggregationScope,
  aggregations: readonly Aggregation[],
): Promise<{ readonly aggregations?: object; readonly isPartial: boolean }> {
  let isPartial = false;
  if (aggregations.length === 0) return { isPartial };
  const valueFacets = new Map<string, FacetOptions>();
  const rangeFacets = new Map<string, { ranges: FacetRange[] }>();
  for (const { kind, field, ranges } of aggregations) {
    if (kind !== "range") valueFacets.set(field, {});
    else {
      const facet = rangeFacets.get(field) ?? { ranges: [] };
      for (const range of ranges) facet.ranges.push(toFacetRange(range));
      rangeFacets.set(field, facet);
    }
  }
  const maxValues = computeMaxValues(valueFacets.size);
  for (const field of valueFacets.keys()) valueFacets.set(field, { limit: maxValues + 1 });
  const count = async (facets: ReadonlyMap<string, FacetOptions>): Promise<Counts> => {
    if (facets.size === 0) return new Map();
    const request = { ...matching, limit: 0, facets: Object.fromEntries(facets) };
    const result = await searchOrMatchAll(engine, index, request, time);
    isPartial ||= result.isPartial;
    return new Map(Object.entries(result.facets ?? {}));
  };
  const [values, ranges] = [await count(valueFacets), await count(rangeFacets)];
  const fields = await readDeclaredFields(engine, index);
  const types = new Map(fields?.map(({ name, type }) => [name, type]));
  const sorted = new Map<string, SortedValues>();
  let buckets = 0;
  const results = aggregations.map((aggregation): [string, object] => {
    const { name, kind, field } = aggregation;
    if (kind === "range") {
      buckets += aggregation.ranges.length;
      return [name, { buckets: toRangeBuckets(aggregation, ranges.get(field) ?? {}) }];
    }
    const counts = values.get(field) ?? {};
    const fieldValues = sorted.get(field) ?? sortValues(counts);
    sorted.set(field, fieldValues);
    if (fieldValues.length > maxValues) {
      throw badArgument(
        `${kind} takes a field with at most ${maxValues} values here; ${quote(field)} has more`,
      );
    }
    const type = types.get(field);
    if (kind === "stats") return [name, toStats(field, counts, type)];
    buckets += Math.min(aggregation.size, fieldValues.length);
    if (buckets > MAX_BUCKETS) {
      throw badArgument(
        `aggs returns at most ${MAX_BUCKETS} buckets in all; choose a smaller size`,
      );
    }
    return [name, toTerms(aggregation, fieldValues, type)];
  });
  return { aggregations: Object.fromEntries(results), isPartial };
}

function toFacetRange({ from, to }: Range): FacetRange {
  return [from ?? null, to ?? null];
}

function toTerms({ size }: Aggregation, sorted: SortedValues, type: string | undefined): object {
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
    ...defined({ from, to }),
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
