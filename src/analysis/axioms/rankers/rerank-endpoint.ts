/**
 * A ranker behind the rerank API of Cohere, Jina and cross-encoder servers: POST {query, documents,
 * top_n}, answered by {results: [{index, relevance_score}]}. Texts are space-separated words.
 */

import { defined } from "../../../common/defined.ts";
import { TermwiseError } from "../../../common/errors.ts";
import type { TestCase, TestedRanker, WordSequence } from "../axiom.ts";
import { type HttpOptions, postJson } from "./post-json.ts";

export interface RerankServiceOptions extends HttpOptions {
  /** The model of the service; many services need none. */
  readonly model?: string | undefined;
  /** The maximum number of document words sent. */
  readonly longestDocument?: number;
}

/** Cases whose requests are under way at once. */
const MAX_CONCURRENT_REQUESTS = 4;
/** About the input length of a cross-encoder with 512 pieces. */
const MAX_DOCUMENT_WORDS = 180;

/**
 * The ranker behind a rerank service. `UNAVAILABLE` if the service does not respond, `BAD_INPUT` if
 * a score is missing.
 */
export function createEndpointRanker(
  url: string,
  { model, longestDocument = MAX_DOCUMENT_WORDS, ...http }: RerankServiceOptions = {},
): TestedRanker {
  const ask = async ({ query, documents }: TestCase): Promise<Float64Array> => {
    const body = {
      ...defined({ model }),
      query: joinWords(query),
      documents: documents.map(({ words }) => joinWords(words)),
      top_n: documents.length,
    };
    return parseScores(await postJson(url, body, http), documents.length, url);
  };
  return {
    name: url,
    longestDocument,
    async score(cases) {
      const scores: Float64Array[] = [];
      for (let start = 0; start < cases.length; start += MAX_CONCURRENT_REQUESTS) {
        const group = cases.slice(start, start + MAX_CONCURRENT_REQUESTS).map(ask);
        scores.push(...(await Promise.all(group)));
      }
      return scores;
    },
  };
}

function joinWords(words: WordSequence): string {
  return words.join(" ");
}

/** One score per document, whatever the order of the response. */
function parseScores(response: unknown, count: number, url: string): Float64Array {
  const { results } = (response ?? {}) as { results?: unknown };
  const scores = new Float64Array(count).fill(NaN);
  for (const result of Array.isArray(results) ? results : []) {
    const { index, relevance_score: score } = (result ?? {}) as Record<string, unknown>;
    if (typeof index === "number" && index in scores && typeof score === "number") {
      scores[index] = score;
    }
  }
  const missing = scores.findIndex((score) => !Number.isFinite(score));
  if (missing < 0) return scores;
  const rule = "results with an index and a relevance_score for every document are expected";
  throw new TermwiseError("BAD_INPUT", `${url} gives no score for document ${missing}: ${rule}`, {
    url,
  });
}
