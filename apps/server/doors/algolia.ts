/**
 * `POST /1/indexes/:name/queries` and `/query`, as Algolia's clients and
 * InstantSearch ask. Clients send JSON as plain text, which these routes take: they
 * change nothing.
 */

import * as v from "valibot";
import type { SearchRequest } from "../../../src/client/index.ts";
import type { Hit } from "../../../src/search/index.ts";
import { checkedInput } from "../checked-input.ts";
import type { Engine } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import { type AnyRoute, jsonAnswer, route, type Schema } from "../route.ts";
import { name, query, whole } from "../schemas.ts";
import { algoliaFilter } from "./algolia-filter.ts";
import { highlighted } from "./algolia-highlights.ts";
import { anySearch } from "./any-search.ts";

/** What Algolia's clients ask for. What changes no order is taken and not used. */
export interface AlgoliaQuery {
  readonly query?: string | undefined;
  readonly hitsPerPage?: number | undefined;
  readonly page?: number | undefined;
  readonly facets?: readonly string[] | string | undefined;
  readonly facetFilters?: unknown;
  readonly numericFilters?: unknown;
  readonly filters?: string | undefined;
  readonly highlightPreTag?: string | undefined;
  readonly highlightPostTag?: string | undefined;
  readonly [option: string]: unknown;
}

const algoliaQuery: Schema<AlgoliaQuery> = v.looseObject({
  query: v.optional(query),
  hitsPerPage: v.optional(whole(0, LIMITS.hits)),
  page: v.optional(whole(0, LIMITS.window)),
  facets: v.optional(v.union([v.array(v.string()), v.string()])),
  filters: v.optional(v.string()),
  highlightPreTag: v.optional(v.string()),
  highlightPostTag: v.optional(v.string()),
});

const several = v.looseObject({
  requests: v.pipe(
    v.array(v.looseObject({ indexName: name, params: v.optional(v.string()) })),
    v.minLength(1),
    v.maxLength(16),
  ),
});

const queries: AnyRoute = route({
  method: "POST",
  path: "/1/indexes/:name/queries",
  summary: "Search several times, as Algolia's clients do",
  tag: "other clients",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name: v.string() }),
  query: v.looseObject({}),
  body: several,
  anyType: true,
  aside: { thread: "read", over: 0 },
  answer: { status: 200, text: "The results of each search." },
  handle: async ({ body }, { engine }) => {
    const results: object[] = [];
    for (const { indexName, params, ...given } of body.requests) {
      const asked = { ...given, ...(params === undefined ? {} : urlParams(params)) };
      results.push(await answered(engine, indexName, checked(asked)));
    }
    return jsonAnswer(JSON.stringify({ results }));
  },
});

const one: AnyRoute = route({
  method: "POST",
  path: "/1/indexes/:name/query",
  summary: "Search once, as Algolia's clients do",
  tag: "other clients",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.looseObject({}),
  body: v.looseObject({ params: v.optional(v.string()) }),
  anyType: true,
  aside: { thread: "read", over: 0 },
  answer: { status: 200, text: "The results." },
  handle: async ({ params, body: { params: text, ...given } }, { engine }) => {
    const asked = { ...given, ...(text === undefined ? {} : urlParams(text)) };
    return jsonAnswer(JSON.stringify(await answered(engine, params.name, checked(asked))));
  },
});

/** The routes for Algolia's clients. */
export const ALGOLIA: readonly AnyRoute[] = [queries, one];

function checked(asked: object): AlgoliaQuery {
  return checkedInput(algoliaQuery, asked, "the search");
}

async function answered(engine: Engine, index: string, asked: AlgoliaQuery): Promise<object> {
  const { query: text = "", hitsPerPage = 20, page = 0 } = asked;
  const filter = algoliaFilter(asked);
  const facets = [asked.facets ?? []].flat().filter((each) => each !== "*");
  const request: SearchRequest = {
    ...{ query: text, limit: hitsPerPage, offset: page * hitsPerPage, snippet: true, prefix: true },
    ...(filter === undefined ? {} : { filter }),
    ...(facets.length === 0 ? {} : { facets }),
  };
  const found = await anySearch(engine, index, request);
  const tags = [asked.highlightPreTag ?? "<em>", asked.highlightPostTag ?? "</em>"] as const;
  return {
    hits: found.hits.map((hit) => algoliaHit(hit, text, tags)),
    nbHits: found.total,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(Math.min(found.total, LIMITS.window) / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: !found.isPartial,
    query: text,
    params: "",
    index,
    processingTimeMS: Math.round(found.took),
    ...(found.facets === undefined ? {} : { facets: found.facets }),
  };
}

function algoliaHit(
  { id, document, snippet }: Hit,
  text: string,
  tags: readonly [string, string],
): object {
  return {
    ...document,
    objectID: id,
    _highlightResult: highlighted(document, text, tags),
    ...(snippet === undefined
      ? {}
      : {
          _snippetResult: {
            text: {
              value: snippet.html.replaceAll("<mark>", tags[0]).replaceAll("</mark>", tags[1]),
              matchLevel: "partial",
            },
          },
        }),
  };
}

/** The older form: all options as one text. Values are JSON where they can be. */
function urlParams(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === "__proto__") continue;
    try {
      values[key] = key === "query" ? value : JSON.parse(value);
    } catch {
      values[key] = value;
    }
  }
  return values;
}
