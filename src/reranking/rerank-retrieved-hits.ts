/**
 * Re-ranks the hits of any retriever. The tokens of documents come with the hits, or from a local
 * index with the same documents. Both give the same result, equal to that of a local first stage
 * with the same hits and scores.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { IndexView } from "../index/index.ts";
import type { RetrievalResult, RetrieverHit } from "../ranking/retriever.ts";
import { mergeReranked } from "./merge-reranked.ts";
import type { Reranker, RerankOptions } from "./reranker.ts";

/** Re-ranking options and the source of the tokens. */
export interface RerankRetrievedOptions extends RerankOptions {
  /** The index of the re-ranker; if given, documents are read from it instead of from the hits. */
  readonly local?: IndexView | undefined;
}

/** The depth for a model without a tuned one. */
const DEFAULT_DEPTH = 100;

/** The number of hits that a model reads by default. */
export function resolveDepth({ trained }: Reranker, depth?: number): number {
  return depth ?? trained.description.depth ?? DEFAULT_DEPTH;
}

/** The hits with their head re-ranked by the model. */
export async function rerankRetrievedHits(
  reranker: Reranker,
  query: string,
  { hits, isPartial }: RetrievalResult,
  { depth: requestedDepth, local, ...options }: RerankRetrievedOptions = {},
): Promise<RetrievalResult> {
  const depth = resolveDepth(reranker, requestedDepth);
  if (!Number.isInteger(depth) || depth < 1) {
    throw badArgument(`a depth must be a whole number ≥ 1, got ${depth}`);
  }
  const head = hits.slice(0, depth);
  const scored =
    local === undefined
      ? await reranker.scoreTokens(query, head.map(readTokens))
      : await reranker.score(
          query,
          head.map((hit) => findDocumentNumber(local, hit)),
        );
  const positions = Uint32Array.from(hits.keys());
  const before = Float64Array.from(hits, ({ score }) => score);
  const after = mergeReranked({ documents: positions, scores: before, isPartial }, scored, options);
  return {
    hits: Array.from(after.documents, (position, rank) => {
      const { id } = hits[position] as RetrieverHit;
      return { id, score: after.scores[rank] as number };
    }),
    isPartial,
  };
}

function readTokens({ id, tokens }: RetrieverHit): readonly string[] {
  if (tokens !== undefined) return tokens;
  throw badArgument(`the hit ${quote(id)} has no tokens; the model needs them`);
}

function findDocumentNumber(view: IndexView, { id }: RetrieverHit): number {
  const number = view.find(id);
  if (number !== undefined) return number;
  throw new TermwiseError("NOT_FOUND", `the local index has no document ${quote(id)}`, { id });
}
