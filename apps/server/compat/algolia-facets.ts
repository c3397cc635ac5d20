/** Facets as Algolia's clients request and receive them. */

import type { SearchRequest, SearchResponse } from "../../../src/client/index.ts";
import { matchFacetValues } from "../../../src/retrieval.ts";
import type { Engine } from "../engine/engine.ts";
import type { RequestTime } from "../search-timeout.ts";
import { escapeHtml } from "./algolia-highlights.ts";
import { WORDS } from "./algolia-words.ts";
import {
  computeMaxValues,
  computeStats,
  MAX_FACET_VALUES,
  readDeclaredFields,
  sortValues,
  type ValueCounts,
  type ValueStats,
} from "./facet-values.ts";

/** What a search counts for its facets, and how the counts are returned. */
export interface AlgoliaFacets {
  readonly request: Pick<SearchRequest, "facets">;
  readonly toResponse: (result: SearchResponse) => object;
}

/**
 * The facets of a query. `*` is every declared field that may be a facet; an index
 * without declared fields has none. All values of numbers are counted, for `facets_stats`.
 */
export async function prepareFacets(
  engine: Engine,
  index: string,
  requested: readonly string[],
  maxValues: number,
): Promise<AlgoliaFacets> {
  if (requested.length === 0) return { request: {}, toResponse: () => ({}) };
  const fields = await readDeclaredFields(engine, index);
  const names = new Set(requested.filter((name) => name !== "*"));
  if (requested.includes("*")) {
    for (const { name, facet } of fields ?? []) if (facet) names.add(name);
  }
  const types = new Map(fields?.map(({ name, type }) => [name, type]));
  const hasStats = (name: string): boolean => (types.get(name) ?? "number") === "number";
  const maxCounted = computeMaxValues([...names].filter(hasStats).length);
  const limits = [...names].map(
    (name) => [name, { limit: hasStats(name) ? maxCounted + 1 : maxValues }] as const,
  );
  const toResponse = ({ facets = {}, isPartial }: SearchResponse): object => {
    const counts: [string, ValueCounts][] = [];
    const stats: [string, Omit<ValueStats, "count">][] = [];
    let isExhaustive = !isPartial;
    for (const [name, values] of Object.entries(facets)) {
      const sorted = sortValues(values);
      counts.push([name, Object.fromEntries(sorted.slice(0, maxValues))]);
      if (!hasStats(name)) continue;
      if (sorted.length > maxCounted) isExhaustive = false;
      const { count: _, ...figures } = computeStats(values, maxCounted) ?? {};
      if ("min" in figures) stats.push([name, figures as Omit<ValueStats, "count">]);
    }
    return {
      facets: Object.fromEntries(counts),
      facets_stats: Object.fromEntries(stats),
      exhaustiveFacetsCount: isExhaustive,
    };
  };
  return { request: names.size === 0 ? {} : { facets: Object.fromEntries(limits) }, toResponse };
}

/** A search within the values of one facet. */
export interface FacetValueQuery {
  readonly facet: string;
  readonly facetQuery: string;
  readonly maxFacetHits: number;
  readonly tags: readonly [string, string];
  readonly time: RequestTime;
}

/** The values in which a word begins with each word of the query, the most frequent first. */
export function findFacetValues(
  { facets = {}, isPartial, took }: SearchResponse,
  { facet, facetQuery, maxFacetHits, tags, time }: FacetValueQuery,
): object {
  const counts = Object.hasOwn(facets, facet) ? (facets[facet] as ValueCounts) : {};
  const prefixes = fold(facetQuery).match(WORDS) ?? [];
  const matches = matchFacetValues(sortValues(counts), facetQuery, maxFacetHits, time);
  return {
    facetHits: matches.map(({ value, count }) => ({
      value,
      highlighted: markPrefixes(value, prefixes, tags),
      count,
    })),
    exhaustiveFacetsCount: !isPartial && Object.keys(counts).length <= MAX_FACET_VALUES,
    processingTimeMS: Math.round(took),
  };
}

function markPrefixes(
  value: string,
  prefixes: readonly string[],
  [before, after]: readonly [string, string],
): string {
  let [marked, end] = ["", 0];
  for (const { 0: word, index } of value.matchAll(WORDS)) {
    const folded = fold(word);
    const prefix = prefixes.find((each) => folded.startsWith(each));
    if (prefix === undefined) continue;
    // Folding can change the length of a word; such a word is marked whole.
    const length = folded.length === word.length ? prefix.length : word.length;
    marked += escapeHtml(value.slice(end, index));
    marked += `${before}${escapeHtml(word.slice(0, length))}${after}`;
    end = index + length;
  }
  return marked + escapeHtml(value.slice(end));
}

/** Lower case without accents. */
function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
