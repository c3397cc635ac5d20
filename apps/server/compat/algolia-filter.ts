/**
 * Algolia's filters as a filter of ours. `facetFilters` is a list of conditions that
 * must all hold, in which a list is one of several; so are `numericFilters` and `tagFilters`.
 * `filters` is a text (algolia-filter-text.ts).
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Filter } from "../../../src/index.ts";
import { createFacetFilter, type FieldTypes } from "./algolia-facet-filter.ts";
import { parseAlgoliaFilterText } from "./algolia-filter-text.ts";

/** The parameters of a query that filter. */
export interface AlgoliaFilters {
  readonly facetFilters?: unknown;
  readonly numericFilters?: unknown;
  readonly tagFilters?: unknown;
  readonly filters?: string | undefined;
}

const NUMERIC = /^\s*([^<>=!\s]+)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*$/;
const OPERATORS = {
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
  "=": "eq",
  "!=": "ne",
} as const;

/** Whether a query may have a filter, which needs the types of fields. */
export function hasAlgoliaFilter(query: AlgoliaFilters): boolean {
  const { facetFilters, numericFilters, tagFilters, filters } = query;
  return [facetFilters, numericFilters, tagFilters, filters].some((each) => each !== undefined);
}

/** The filter of a query; undefined where it has none. `BAD_ARGUMENT` for one that cannot be expressed. */
export function parseAlgoliaFilter(
  { facetFilters, numericFilters, tagFilters, filters = "" }: AlgoliaFilters,
  types: FieldTypes,
): Filter | undefined {
  const parseFacet = (text: string): Filter => parseFacetFilter(text, types);
  const parseTag = (text: string): Filter => parseFacetValue("_tags", text, types);
  const parts = [
    ...(filters.trim() === "" ? [] : [parseAlgoliaFilterText(filters, types)]),
    ...parseConditions(facetFilters, "facetFilters", parseFacet),
    ...parseConditions(numericFilters, "numericFilters", parseNumeric),
    ...parseConditions(tagFilters, "tagFilters", parseTag),
  ];
  return parts.length === 0 ? undefined : { and: parts };
}

function parseConditions(
  input: unknown,
  optionName: string,
  parse: (text: string) => Filter,
): Filter[] {
  if (input === undefined || input === null || input === "") return [];
  const all = Array.isArray(input) ? input : [input];
  return all.map((each: unknown) => {
    const some = Array.isArray(each) ? each : [each];
    const filters = some.map((text: unknown) => {
      if (typeof text === "string") return parse(text);
      throw badArgument(`${optionName} must be texts, or lists of texts`);
    });
    return filters.length === 1 ? (filters[0] as Filter) : { or: filters };
  });
}

/** `category:books`, or `category:-books` for all others. */
function parseFacetFilter(text: string, types: FieldTypes): Filter {
  const colon = text.indexOf(":");
  if (colon < 1) throw badArgument(`a facet filter is "field:value", got ${quote(text)}`);
  return parseFacetValue(text.slice(0, colon), text.slice(colon + 1), types);
}

/** A minus before the value negates; one that is escaped is part of the value. */
function parseFacetValue(field: string, value: string, types: FieldTypes): Filter {
  if (value.startsWith("-")) return { not: createFacetFilter(field, value.slice(1), types) };
  return createFacetFilter(field, value.startsWith("\\-") ? value.slice(1) : value, types);
}

function parseNumeric(text: string): Filter {
  const [, field, operator, value] = NUMERIC.exec(text) ?? [];
  if (field === undefined || operator === undefined) {
    throw badArgument(`a numeric filter is such as "price < 20", got ${quote(text)}`);
  }
  return { [field]: { [OPERATORS[operator as keyof typeof OPERATORS]]: Number(value) } };
}
