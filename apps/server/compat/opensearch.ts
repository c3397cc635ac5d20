/** `/:name/_search` and `/:name/_explain/:id`, compatible with OpenSearch as far as Splainer needs. */

import * as v from "valibot";
import type { ExplainResponse, SearchRequest, SearchResponse } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import type { Explanation } from "../../../src/index.ts";
import { LIMITS } from "../limits.ts";
import { createIntegerSchema, documentId, name } from "../option-schemas.ts";
import {
  type AnyRoute,
  createJsonResponse,
  createRoute,
  type Route,
  type Schema,
  type ServerContext,
} from "../route.ts";
import { RequestTime } from "../search-timeout.ts";
import { parseAggregations, runAggregations } from "./opensearch-aggs.ts";
import {
  checkBody,
  createSortValues,
  parseHighlight,
  parseSort,
  parseSource,
  toOpenSearchHighlight,
} from "./opensearch-body.ts";
import { describeOpenSearchError } from "./opensearch-errors.ts";
import { parseSearchParams } from "./opensearch-params.ts";
import { type ParsedQuery, parseOpenSearchQuery } from "./opensearch-query.ts";
import { searchOrMatchAll } from "./search-or-match-all.ts";

interface SearchBody {
  readonly query?: unknown;
  readonly from?: number | undefined;
  readonly size?: number | undefined;
  readonly explain?: boolean | undefined;
  readonly _source?: unknown;
  readonly sort?: unknown;
  readonly profile?: unknown;
  readonly highlight?: unknown;
  readonly aggs?: unknown;
  readonly aggregations?: unknown;
  readonly track_total_hits?: unknown;
}

const searchBody: Schema<SearchBody> = v.looseObject({
  query: v.optional(v.unknown()),
  from: v.optional(createIntegerSchema(0, LIMITS.window - 1)),
  size: v.optional(createIntegerSchema(0, LIMITS.hits)),
  explain: v.optional(v.boolean()),
}) as unknown as Schema<SearchBody>;

const ALL = { match_all: {} };

/** Fields are a part of indexes with a schema; without one, the whole text is searched. */
function selectTextFields({ fields, ...query }: ParsedQuery): SearchRequest {
  const hasAllFields =
    fields === undefined ||
    fields.some((each) => ["*", "_all", "text"].includes(each.split("^", 1)[0] as string));
  return hasAllFields ? query : { ...query, fields };
}

function search(method: Route["method"]): AnyRoute {
  return createRoute({
    method,
    path: "/:name/_search",
    summary: "Search, as OpenSearch does",
    tag: "other clients",
    scope: "search",
    isSearch: true,
    params: v.strictObject({ name }),
    query: v.looseObject({ q: v.optional(v.string()) }),
    body: searchBody,
    isBodyOptional: true,
    anyType: method === "GET",
    offload: { thread: "read", over: 0 },
    response: { status: 200, text: "The hits." },
    describeError: describeOpenSearchError,
    handle: async ({ params, query, body: requestBody }, { engine }) => {
      const body: SearchBody = { ...requestBody, ...parseSearchParams(query) };
      const parsedQuery =
        query.q === undefined
          ? parseOpenSearchQuery(body.query ?? ALL)
          : { query: query.q, syntax: false };
      checkBody(body);
      const { from = 0, size = 10, explain = false } = body;
      const selectSource = parseSource(body._source);
      const request = {
        ...{ ...selectTextFields(parsedQuery), offset: from, limit: size, explain },
        ...{ ...parseSort(body.sort), ...parseHighlight(body.highlight) },
      };
      const aggregations = parseAggregations(body.aggs ?? body.aggregations);
      const time = new RequestTime();
      const result = await searchOrMatchAll(engine, params.name, request, time);
      const matching = selectTextFields(parsedQuery);
      const scope = { engine, index: params.name, matching, time };
      const { isPartial, ...results } = await runAggregations(scope, aggregations);
      const complete = { ...result, isPartial: result.isPartial || isPartial };
      const response = toOpenSearchResponse(
        ...([params.name, complete, selectSource, createSortValues(body.sort)] as const),
      );
      const profile = body.profile === true ? { profile: { shards: [] } } : {};
      return createJsonResponse(JSON.stringify({ ...response, ...results, ...profile }));
    },
  });
}

function toOpenSearchResponse(
  index: string,
  { hits, total, took, isPartial }: SearchResponse,
  selectSource: ReturnType<typeof parseSource>,
  selectSortValues: ReturnType<typeof createSortValues>,
): object {
  return {
    took: Math.round(took),
    timed_out: isPartial,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: total, relation: isPartial ? "gte" : "eq" },
      max_score: hits[0]?.score ?? null,
      hits: hits.map((hit) => {
        const { id, score, document, explanation } = hit;
        const { id: _, ...source } = document;
        return {
          ...{ _index: index, _id: id, _score: score },
          ...defined({ _source: selectSource(source) }),
          ...toOpenSearchHighlight(hit),
          ...selectSortValues(hit),
          ...(explanation === undefined
            ? {}
            : { _explanation: toOpenSearchExplanation(explanation) }),
        };
      }),
    },
  };
}

function explain(method: Route["method"]): AnyRoute {
  return createRoute({
    method,
    path: "/:name/_explain/:id",
    summary: "Explain a score, as OpenSearch does",
    tag: "other clients",
    scope: "read",
    params: v.strictObject({ name, id: documentId }),
    query: v.looseObject({ q: v.optional(v.string()) }),
    body: searchBody,
    isBodyOptional: true,
    anyType: method === "GET",
    offload: { thread: "read", over: 0 },
    response: { status: 200, text: "The parts of the score." },
    describeError: describeOpenSearchError,
    handle: async ({ params, query, body }, { engine }: ServerContext) => {
      const parsedQuery: ParsedQuery =
        query.q === undefined
          ? parseOpenSearchQuery(body.query ?? ALL)
          : { query: query.q, syntax: false };
      const { query: text, syntax, fuzzy } = parsedQuery;
      const request = { query: text, id: params.id, syntax, ...defined({ fuzzy }) };
      const json = await engine.read("explain", { index: params.name, request });
      const { document } = JSON.parse(json) as ExplainResponse;
      return createJsonResponse(
        JSON.stringify({
          ...{
            _index: params.name,
            _id: params.id,
            matched: document.explanation.parts.length > 0,
          },
          explanation: toOpenSearchExplanation(document.explanation),
        }),
      );
    },
  });
}

function toOpenSearchExplanation({ label, value, facts, formula, parts }: Explanation): object {
  const details = Object.entries(facts).map(([fact, of]) => ({
    value: of,
    description: fact,
    details: [],
  }));
  return {
    value,
    description:
      formula === undefined ? `${label}, sum of:` : `weight(${label}), ${formula}, from:`,
    details: parts.length > 0 ? parts.map(toOpenSearchExplanation) : details,
  };
}

/** The routes for OpenSearch's clients. */
export const OPENSEARCH: readonly AnyRoute[] = [
  ...[search("GET"), search("POST")],
  ...[explain("GET"), explain("POST")],
];
