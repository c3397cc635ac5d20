/** Counts of values and ranges by the cluster. They are exact, or the request is refused. */

import type { Facets } from "../../src/api/option-types.ts";
import type { FacetCounts, FacetStats } from "../../src/api/search-result.ts";
import { describeValue, quote, TermwiseError } from "../../src/common/errors.ts";
import { compareValues, formatDate, type NonNullScalar } from "../../src/index/columns/index.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import { type FacetRequest, parseFacets } from "../../src/search/facet-options.ts";
import { createAnswerError } from "./cluster-errors.ts";
import { findColumnName, toClusterValue } from "./columns.ts";
import { isCount } from "./search-response.ts";

/** More values than this are not counted: shards would return only their most frequent ones. */
const MAX_VALUES = 10_000;

/** The counts of one facet, as the cluster returns them. */
export interface Aggregation {
  readonly doc_count_error_upper_bound?: number;
  readonly sum_other_doc_count?: number;
  /** Of `min` and `max`; null without a value. */
  readonly value?: number | null;
  readonly buckets?: readonly AggregationBucket[] | Readonly<Record<string, AggregationBucket>>;
}

interface AggregationBucket {
  readonly key?: string | number;
  readonly key_as_string?: string;
  readonly doc_count: number;
}

/** Facets that were checked, and their aggregations by number. */
export interface FacetQuery {
  readonly requests: readonly FacetRequest[];
  readonly aggregations: Readonly<Record<string, object>>;
}

/** Validates facets as a search of a local index does, and translates them. */
export function createFacetQuery(schema: Schema, facets: Facets): FacetQuery {
  const requests = parseFacets({ settings: { schema } }, facets);
  const aggregations = requests.flatMap(({ column, ranges }, i): [string, object][] => {
    const field = findColumnName(schema, column);
    const extremes = hasExtremes(column.type)
      ? ["min", "max"].map((name): [string, object] => [`${name}_${i}`, { [name]: { field } }])
      : [];
    if (ranges === undefined) {
      return [...extremes, [`facet_${i}`, { terms: { field, size: MAX_VALUES } }]];
    }
    const filters = ranges.map(({ from, to }, at) => {
      const bounds = {
        ...(from === undefined ? {} : { gte: toClusterValue(from) }),
        ...(to === undefined ? {} : { lt: toClusterValue(to) }),
      };
      return [`range_${at}`, { range: { [field]: bounds } }];
    });
    const ranged = { filters: { filters: Object.fromEntries(filters) } };
    return [...extremes, [`facet_${i}`, ranged]];
  });
  return { requests, aggregations: Object.fromEntries(aggregations) };
}

/** The counts by field. `LIMIT_EXCEEDED` for a field with too many values to be counted exactly. */
export function readFacets(
  { requests }: FacetQuery,
  aggregations: Readonly<Record<string, Aggregation>> | undefined,
  { total, url }: { readonly total: number; readonly url: string },
): FacetCounts {
  const counts = requests.map(({ column, limit, ranges }, i) => {
    const aggregation = aggregations?.[`facet_${i}`] ?? {};
    const { buckets } = aggregation;
    const isList = ranges === undefined;
    if (typeof buckets !== "object" || buckets === null || Array.isArray(buckets) !== isList) {
      throw createAnswerError(url, `no counts of ${quote(column.name)}`);
    }
    const readCount = (bucket: AggregationBucket | null | undefined): number => {
      const count = bucket?.doc_count;
      if (isCount(count) && count <= total) return count;
      const fault = `the count ${describeValue(count)} of ${quote(column.name)} in ${total} documents`;
      throw createAnswerError(url, fault);
    };
    if (ranges !== undefined) {
      const byName = buckets as Readonly<Record<string, AggregationBucket>>;
      const entries = ranges.map(
        ({ label }, at) => [label, readCount(byName[`range_${at}`])] as const,
      );
      return [column.name, Object.fromEntries(entries)] as const;
    }
    if (aggregation.sum_other_doc_count !== 0 || aggregation.doc_count_error_upper_bound !== 0) {
      throw new TermwiseError(
        "LIMIT_EXCEEDED",
        `a cluster counts at most ${MAX_VALUES} values of a field; ${quote(column.name)} has more`,
      );
    }
    const values = (buckets as readonly AggregationBucket[]).map((bucket) => ({
      count: readCount(bucket),
      value: toValue(bucket, column.type),
    }));
    values.sort((a, b) => b.count - a.count || compareValues(a.value, b.value));
    const entries = values.slice(0, limit).map(({ value, count }) => {
      const label = column.type === "date" ? formatDate(value as number) : String(value);
      return [label, count] as const;
    });
    return [column.name, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(counts);
}

/** The smallest and the largest value of numbers and dates. */
export function readFacetStats(
  { requests }: FacetQuery,
  aggregations: Readonly<Record<string, Aggregation>> | undefined,
): Readonly<Record<string, FacetStats>> | undefined {
  const stats = requests.flatMap(({ column }, i) => {
    const [min, max] = [aggregations?.[`min_${i}`]?.value, aggregations?.[`max_${i}`]?.value];
    if (typeof min !== "number" || typeof max !== "number") return [];
    const isDate = column.type === "date";
    const own = isDate ? { min: formatDate(min), max: formatDate(max) } : { min, max };
    return [[column.name, own] as const];
  });
  return stats.length === 0 ? undefined : Object.fromEntries(stats);
}

function hasExtremes(type: FacetRequest["column"]["type"]): boolean {
  return type === "number" || type === "date";
}

function toValue(
  { key = "", key_as_string: text }: AggregationBucket,
  type: FacetRequest["column"]["type"],
): NonNullScalar {
  return type === "boolean" ? text === "true" : key;
}
