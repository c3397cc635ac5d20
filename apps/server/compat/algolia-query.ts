/**
 * The parameters of a search by Algolia's clients. A parameter that would have to be ignored is
 * refused by its name; those that cannot change the hits here are accepted.
 */

import * as v from "valibot";
import { badArgument, describeValue, quote } from "../../../src/common/errors.ts";
import { findNearestName } from "../../../src/common/find-nearest-name.ts";
import { LIMITS } from "../limits.ts";
import { createIntegerSchema, query } from "../option-schemas.ts";
import type { Schema } from "../route.ts";
import { validateInput } from "../validate-input.ts";
import type { AlgoliaFilters } from "./algolia-filter.ts";
import type { AlgoliaPlace } from "./algolia-geo.ts";

/** The parameters of a search. */
export interface AlgoliaQuery extends AlgoliaPlace, AlgoliaFilters {
  readonly query?: string | undefined;
  readonly hitsPerPage?: number | undefined;
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
  readonly facets?: readonly string[] | string | undefined;
  readonly maxValuesPerFacet?: number | undefined;
  readonly typoTolerance?: unknown;
  readonly minWordSizefor1Typo?: unknown;
  readonly minWordSizefor2Typos?: unknown;
  readonly queryType?: "prefixLast" | "prefixNone" | undefined;
  readonly advancedSyntax?: boolean | undefined;
  readonly enableRules?: boolean | undefined;
  readonly synonyms?: boolean | undefined;
  readonly restrictSearchableAttributes?: readonly string[] | undefined;
  readonly attributesToRetrieve?: readonly string[] | undefined;
  readonly attributesToHighlight?: readonly string[] | undefined;
  readonly attributesToSnippet?: readonly string[] | undefined;
  readonly responseFields?: readonly string[] | undefined;
  readonly getRankingInfo?: boolean | undefined;
  readonly highlightPreTag?: string | undefined;
  readonly highlightPostTag?: string | undefined;
  readonly facetQuery?: string | undefined;
  readonly maxFacetHits?: number | undefined;
}

/** Names in a list, or in a text with commas, as the older form of requests has them. */
const names = v.pipe(
  v.union([v.array(v.string()), v.string()]),
  v.transform((value): readonly string[] =>
    typeof value === "string" ? value.split(",").filter((each) => each !== "") : value,
  ),
);

const PARAMETERS = {
  query: v.optional(query),
  hitsPerPage: v.optional(createIntegerSchema(0, LIMITS.hits)),
  page: v.optional(createIntegerSchema(0, LIMITS.window)),
  offset: v.optional(createIntegerSchema(0, LIMITS.window)),
  length: v.optional(createIntegerSchema(0, LIMITS.hits)),
  facets: v.optional(v.union([v.array(v.string()), v.string()])),
  maxValuesPerFacet: v.optional(createIntegerSchema(1, 1000)),
  filters: v.optional(v.string()),
  facetFilters: v.optional(v.unknown()),
  numericFilters: v.optional(v.unknown()),
  tagFilters: v.optional(v.unknown()),
  typoTolerance: v.optional(v.unknown()),
  minWordSizefor1Typo: v.optional(v.unknown()),
  minWordSizefor2Typos: v.optional(v.unknown()),
  queryType: v.optional(v.picklist(["prefixLast", "prefixNone"])),
  advancedSyntax: v.optional(v.boolean()),
  enableRules: v.optional(v.boolean()),
  synonyms: v.optional(v.boolean()),
  restrictSearchableAttributes: v.optional(names),
  attributesToRetrieve: v.optional(names),
  attributesToHighlight: v.optional(names),
  attributesToSnippet: v.optional(names),
  responseFields: v.optional(names),
  getRankingInfo: v.optional(v.boolean()),
  aroundLatLng: v.optional(v.string()),
  aroundRadius: v.optional(v.unknown()),
  insideBoundingBox: v.optional(v.unknown()),
  highlightPreTag: v.optional(v.string()),
  highlightPostTag: v.optional(v.string()),
  facetQuery: v.optional(query),
  maxFacetHits: v.optional(createIntegerSchema(1, 100)),
};

const algoliaQuery = v.looseObject(PARAMETERS) as unknown as Schema<AlgoliaQuery>;

/** They name people and count requests, or permit what holds here for every search. */
const WITHOUT_EFFECT = new Set([
  ...["analytics", "analyticsTags", "clickAnalytics", "userToken"],
  ...["enableABTest", "percentileComputation", "replaceSynonymsInHighlight"],
  // Every word is optional here: documents with more of them rank higher.
  ...["optionalWords", "removeWordsIfNoResults"],
]);

/** Other parameters may have the value that changes nothing. */
const NEUTRAL_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  aroundLatLngViaIP: [false],
  distinct: [false, 0],
  enablePersonalization: [false],
  enableReRanking: [false],
  facetingAfterDistinct: [false],
  ignorePlurals: [false],
  removeStopWords: [false],
  sortFacetValuesBy: ["count"],
  mode: ["keywordSearch"],
};

/** Parses the parameters. `params` has some as a text, in the older form, which win. */
export function parseAlgoliaQuery(options: object, params: string | undefined): AlgoliaQuery {
  const all = { ...options, ...(params === undefined ? {} : parseUrlParams(params)) };
  const known: [string, unknown][] = [];
  for (const [name, value] of Object.entries(all)) {
    if (Object.hasOwn(PARAMETERS, name)) {
      if (value !== null) known.push([name, value]);
    } else checkWithoutEffect(name, value);
  }
  return validateInput(algoliaQuery, Object.fromEntries(known), "the search");
}

function checkWithoutEffect(name: string, value: unknown): void {
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isEmpty || value === undefined || WITHOUT_EFFECT.has(name)) return;
  const neutral = Object.hasOwn(NEUTRAL_VALUES, name) ? NEUTRAL_VALUES[name] : undefined;
  if (neutral?.includes(value) === true) return;
  if (neutral !== undefined) {
    throw badArgument(
      `${name} must be ${neutral.map(describeValue).join(" or ")}, got ${describeValue(value)}`,
    );
  }
  const nearest = findNearestName(name, Object.keys(PARAMETERS));
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  throw badArgument(`the parameter ${quote(name)} of a search is not supported${hint}`);
}

/** The older form: all parameters as one text. Values are JSON where they can be. */
function parseUrlParams(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === "__proto__") continue;
    values[key] = TEXTS.has(key) ? value : parseUrlValue(value);
  }
  return values;
}

/** Parameters that are texts also where they read as JSON. */
const TEXTS = new Set(["query", "facetQuery", "filters", "highlightPreTag", "highlightPostTag"]);

function parseUrlValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
