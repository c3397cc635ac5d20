/** `GET /indexes/:name/search`: searches, with the options in the address. */

import * as v from "valibot";
import type { SearchRequest } from "../../../src/client/index.ts";
import { ANSWERS } from "../answer-schemas.ts";
import { checkedInput } from "../checked-input.ts";
import { LIMITS } from "../limits.ts";
import { flagText, jsonText, listText, wholeText } from "../query-values.ts";
import { type AnyRoute, jsonAnswer, route } from "../route.ts";
import { name, query, searchRequest } from "../schemas.ts";
import { inTime } from "../search-time.ts";

export const getSearch: AnyRoute = route({
  method: "GET",
  path: "/indexes/:name/search",
  summary: "Search, with the options in the address",
  tag: "search",
  scope: "read",
  isSearch: true,
  params: v.strictObject({ name }),
  query: v.strictObject({
    q: v.optional(query, ""),
    ranker: v.optional(v.string()),
    weights: v.optional(name),
    rerank: v.optional(name),
    depth: v.optional(wholeText(1, LIMITS.rerankDepth)),
    limit: v.optional(wholeText(0, LIMITS.hits)),
    offset: v.optional(wholeText(0, LIMITS.window)),
    minMatch: v.optional(wholeText(1, 1024)),
    syntax: v.optional(flagText),
    filter: v.optional(jsonText),
    snippet: v.optional(flagText),
    explain: v.optional(flagText),
    total: v.optional(flagText),
    didYouMean: v.optional(flagText),
    timeout: v.optional(wholeText(1, LIMITS.longestTimeout)),
    fields: v.optional(listText),
    prefix: v.optional(flagText),
    fuzzy: v.optional(flagText),
    facets: v.optional(listText),
    sort: v.optional(listText),
    after: v.optional(v.string()),
    highlight: v.optional(flagText),
    distinct: v.optional(v.string()),
  }),
  answer: { status: 200, schema: ANSWERS.search, text: "The hits." },
  handle: async ({ params, query: { q, ...options } }, { engine }) => {
    const given = { query: q, ...options };
    const request: SearchRequest = checkedInput(searchRequest, given, "the address");
    return jsonAnswer(
      await engine.read("search", { index: params.name, request: inTime(request) }),
    );
  },
});
