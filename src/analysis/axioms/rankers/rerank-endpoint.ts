/**
 * A ranker behind the rerank API that Cohere, Jina and servers of
 * cross-encoders speak: POST {query, documents, top_n}, answered by
 * {results: [{index, relevance_score}]}. Texts are words with spaces between.
 */

import { defined } from "../../../common/defined.ts";
import { TermwiseError } from "../../../common/errors.ts";
import type { TestCase, TestedRanker, WordSequence } from "../axiom.ts";
import { type HttpOptions, postJson } from "./post-json.ts";

export interface RerankServiceOptions extends HttpOptions {
  /** Which of the service's models; many services need no name. */
  readonly model?: string | undefined;
  /** The most words of a document that it is sent. */
  readonly longestDocument?: number;
}

/** Cases whose requests are under way at once. */
const MAX_CONCURRENT_REQUESTS = 4;
/** About what a cross-encoder of 512 pieces reads. */
const MAX_DOCUMENT_WORDS = 180;

/** The ranker behind a rerank service. `UNAVAILABLE` when the service does not answer, `BAD_INPUT` when a score is missing. */
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

/** One score for each document, whatever the order of the answer. */
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
