/** `/:name/_search` and `/:name/_explain/:id`, as OpenSearch answers them, enough for Splainer. */

import * as v from "valibot";
import type { ExplainAnswer, SearchAnswer, SearchRequest } from "../../../src/client/index.ts";
import type { Explanation } from "../../../src/ranking/index.ts";
import { LIMITS } from "../limits.ts";
import {
  type AnyRoute,
  jsonAnswer,
  type Route,
  route,
  type Schema,
  type ServerContext,
} from "../route.ts";
import { documentId, name, whole } from "../schemas.ts";
import { anySearch } from "./any-search.ts";
import { type OurQuery, ourQuery } from "./opensearch-query.ts";

interface SearchBody {
  readonly query?: unknown;
  readonly from?: number | undefined;
  readonly size?: number | undefined;
  readonly explain?: boolean | undefined;
  readonly _source?: unknown;
}

const searchBody: Schema<SearchBody> = v.looseObject({
  query: v.optional(v.unknown()),
  from: v.optional(whole(0, LIMITS.window - 1)),
  size: v.optional(whole(0, LIMITS.hits)),
  explain: v.optional(v.boolean()),
}) as unknown as Schema<SearchBody>;

const ALL = { match_all: {} };

/** Fields are a part of indexes with a schema; without one, the whole text is searched. */
function textFields({ fields, ...query }: OurQuery): SearchRequest {
  const isWhole =
    fields === undefined || fields.some((each) => ["*", "_all", "text"].includes(each));
  return isWhole ? query : { ...query, fields };
}

function search(method: Route["method"]): AnyRoute {
  return route({
    method,
    path: "/:name/_search",
    summary: "Search, as OpenSearch does",
    tag: "other clients",
    scope: "read",
    isSearch: true,
    params: v.strictObject({ name }),
    query: v.looseObject({ q: v.optional(v.string()), explain: v.optional(v.string()) }),
    body: searchBody,
    isBodyOptional: true,
    anyType: method === "GET",
    aside: { thread: "read", over: 0 },
    answer: { status: 200, text: "The hits." },
    handle: async ({ params, query, body }, { engine }) => {
      const asked =
        query.q === undefined ? ourQuery(body.query ?? ALL) : { query: query.q, syntax: false };
      const { from = 0, size = 10 } = body;
      const explain = body.explain === true || query.explain === "true";
      const request = { ...textFields(asked), offset: from, limit: size, explain };
      const found = await anySearch(engine, params.name, request);
      return jsonAnswer(JSON.stringify(openSearchAnswer(params.name, found)));
    },
  });
}

function openSearchAnswer(index: string, { hits, total, took, isPartial }: SearchAnswer): object {
  return {
    took: Math.round(took),
    timed_out: isPartial,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: total, relation: isPartial ? "gte" : "eq" },
      max_score: hits[0]?.score ?? null,
      hits: hits.map(({ id, score, document: { id: _, ...source }, explanation }) => ({
        ...{ _index: index, _id: id, _score: score, _source: source },
        ...(explanation === undefined ? {} : { _explanation: openSearchExplanation(explanation) }),
      })),
    },
  };
}

function explain(method: Route["method"]): AnyRoute {
  return route({
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
    aside: { thread: "read", over: 0 },
    answer: { status: 200, text: "The parts of the score." },
    handle: async ({ params, query, body }, { engine }: ServerContext) => {
      const { query: text, syntax } =
        query.q === undefined ? ourQuery(body.query ?? ALL) : { query: query.q, syntax: false };
      const request = { query: text, id: params.id, syntax };
      const json = await engine.read("explain", { index: params.name, request });
      const { document } = JSON.parse(json) as ExplainAnswer;
      return jsonAnswer(
        JSON.stringify({
          ...{
            _index: params.name,
            _id: params.id,
            matched: document.explanation.parts.length > 0,
          },
          explanation: openSearchExplanation(document.explanation),
        }),
      );
    },
  });
}

function openSearchExplanation({ label, value, facts, formula, parts }: Explanation): object {
  const details = Object.entries(facts).map(([fact, of]) => ({
    value: of,
    description: fact,
    details: [],
  }));
  return {
    value,
    description:
      formula === undefined ? `${label}, sum of:` : `weight(${label}), ${formula}, from:`,
    details: parts.length > 0 ? parts.map(openSearchExplanation) : details,
  };
}

/** The routes for OpenSearch's clients. */
export const OPENSEARCH: readonly AnyRoute[] = [
  ...[search("GET"), search("POST")],
  ...[explain("GET"), explain("POST")],
];
