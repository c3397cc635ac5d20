/**
 * Algolia's filters as a filter of ours. `facetFilters` is a list of conditions
 * that must all hold, in which a list is one of several; so is `numericFilters`.
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Filter, Scalar } from "../../../src/index.ts";

const NUMERIC = /^\s*([^<>=!\s]+)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*$/;
const OPERATORS = {
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
  "=": "eq",
  "!=": "ne",
} as const;

/** The filter of a query; undefined where it has none. `BAD_ARGUMENT` for one that cannot be expressed. */
export function parseAlgoliaFilter(filters: {
  readonly facetFilters?: unknown;
  readonly numericFilters?: unknown;
  readonly filters?: string | undefined;
}): Filter | undefined {
  if (filters.filters !== undefined && filters.filters.trim() !== "") {
    throw badArgument("filters as a text are not supported; use facetFilters and numericFilters");
  }
  const parts = [
    ...parseConditions(filters.facetFilters, "facetFilters", parseFacet),
    ...parseConditions(filters.numericFilters, "numericFilters", parseNumeric),
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
function parseFacet(text: string): Filter {
  const colon = text.indexOf(":");
  if (colon < 1) throw badArgument(`a facet filter is "field:value", got ${quote(text)}`);
  const [field, value] = [text.slice(0, colon), text.slice(colon + 1)];
  const isNot = value.startsWith("-");
  const filter = {
    or: parseValues(isNot ? value.slice(1) : value).map((each) => ({ [field]: each })),
  };
  return isNot ? { not: filter } : filter;
}

/** Values in a facet filter are text, whatever they are in the document. */
function parseValues(text: string): Scalar[] {
  const values: Scalar[] = [text];
  if (text === "true" || text === "false") values.push(text === "true");
  if (text.trim() !== "" && Number.isFinite(Number(text))) values.push(Number(text));
  return values;
}

function parseNumeric(text: string): Filter {
  const [, field, operator, value] = NUMERIC.exec(text) ?? [];
  if (field === undefined || operator === undefined) {
    throw badArgument(`a numeric filter is such as "price < 20", got ${quote(text)}`);
  }
  return { [field]: { [OPERATORS[operator as keyof typeof OPERATORS]]: Number(value) } };
}
