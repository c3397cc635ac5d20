/**
 * `POST /v1/rerank`, `POST /v2/rerank` as Cohere, Jina and vLLM speak it, and
 * `POST /rerank` as Text Embeddings Inference does. The model is `bm25`, a trained
 * model or a published cross-encoder beside the indexes, or `index/model`.
 */

import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Engine } from "../engine/engine.ts";
import { createIntegerSchema, query } from "../option-schemas.ts";
import { type AnyRoute, createJsonResponse, createRoute, type Schema } from "../route.ts";

const MAX_DOCUMENTS = 1000;
const DEFAULT_MODEL = "bm25";

const text = v.pipe(v.string(), v.maxLength(1_000_000));
const list = <T>(item: Schema<T>): Schema<T[]> =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(MAX_DOCUMENTS)) as unknown as Schema<T[]>;

interface RerankBody {
  readonly model?: string | undefined;
  readonly query: string;
  readonly documents: readonly (string | { readonly text: string })[];
  readonly top_n?: number | null | undefined;
  readonly return_documents?: boolean | null | undefined;
}

/** Options of others that do not change an order are taken and not used. */
const rerankBody: Schema<RerankBody> = v.looseObject({
  model: v.optional(v.string()),
  query,
  documents: list(v.union([text, v.looseObject({ text })])),
  top_n: v.nullish(createIntegerSchema(1, MAX_DOCUMENTS)),
  return_documents: v.nullish(v.boolean()),
});

interface TeiBody {
  readonly query: string;
  readonly texts: readonly string[];
  readonly model?: string | undefined;
  readonly raw_scores?: boolean | undefined;
  readonly return_text?: boolean | undefined;
}

const teiBody: Schema<TeiBody> = v.looseObject({
  query,
  texts: list(text),
  model: v.optional(v.string()),
  raw_scores: v.optional(v.boolean()),
  return_text: v.optional(v.boolean()),
});

interface RankedText {
  readonly index: number;
  readonly text: string;
  readonly raw: number;
  /** Between 0 and 1, in the same order. */
  readonly relevance: number;
}

/** The texts, best first; equal scores in the order given. */
async function rankTexts(
  engine: Engine,
  model: string,
  query: string,
  texts: readonly string[],
): Promise<RankedText[]> {
  const json = await engine.read("rerankTexts", { model, query: query, texts });
  const { scores, isRelevance } = JSON.parse(json) as { scores: number[]; isRelevance: boolean };
  const toRelevance = model === DEFAULT_MODEL ? saturate : sigmoid;
  const relevance = isRelevance ? (score: number): number => score : toRelevance;
  return scores
    .map((raw, index) => ({ index, text: texts[index] as string, raw, relevance: relevance(raw) }))
    .sort((a, b) => b.raw - a.raw || a.index - b.index);
}

function createCohereRoute(path: string): AnyRoute {
  return createRoute({
    method: "POST",
    path,
    summary: "Re-rank texts, as Cohere, Jina and vLLM do",
    tag: "other clients",
    scope: "read",
    body: rerankBody,
    bodyLimit: "listBytes",
    offload: { thread: "read", over: 0 },
    response: { status: 200, text: "The texts, best first." },
    handle: async ({ body }, { engine }) => {
      const { model = DEFAULT_MODEL, query: queryText, documents } = body;
      const texts = documents.map((each) => (typeof each === "string" ? each : each.text));
      const best = await rankTexts(engine, model, queryText, texts);
      const results = best.slice(0, body.top_n ?? texts.length).map((each) => ({
        index: each.index,
        relevance_score: each.relevance,
        ...(body.return_documents === true ? { document: { text: each.text } } : {}),
      }));
      const version = path.slice(2, 3);
      return createJsonResponse(
        JSON.stringify({
          ...{ id: randomUUID(), model, results },
          usage: { total_tokens: 0 },
          meta: { api_version: { version }, billed_units: { search_units: 1 } },
        }),
      );
    },
  });
}

const teiRoute: AnyRoute = createRoute({
  method: "POST",
  path: "/rerank",
  summary: "Re-rank texts, as Text Embeddings Inference does",
  tag: "other clients",
  scope: "read",
  body: teiBody,
  bodyLimit: "listBytes",
  offload: { thread: "read", over: 0 },
  response: { status: 200, text: "The texts, best first." },
  handle: async ({ body }, { engine }) => {
    const { query: queryText, texts, model = DEFAULT_MODEL } = body;
    const best = await rankTexts(engine, model, queryText, texts);
    return createJsonResponse(
      JSON.stringify(
        best.map(({ index, raw, relevance, text: own }) => ({
          ...{ index, score: body.raw_scores === true ? raw : relevance },
          ...(body.return_text === true ? { text: own } : {}),
        })),
      ),
    );
  },
});

/** The routes for clients that re-rank. */
export const RERANK: readonly AnyRoute[] = [
  createCohereRoute("/v1/rerank"),
  createCohereRoute("/v2/rerank"),
  teiRoute,
];

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** BM25 begins at 0, where nothing matches, and has no upper end. */
function saturate(x: number): number {
  return x / (1 + x);
}
