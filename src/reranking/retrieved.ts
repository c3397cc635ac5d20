/**
 * Re-ranks what a retriever found, wherever that was. The tokens of documents
 * come with the hits, or from a local index that has the same documents; the
 * result is the same, and the same as that of a local first stage with the same
 * hits and scores.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { IndexView } from "../index/index.ts";
import type { Retrieved, RetrievedHit } from "../ranking/retriever.ts";
import { newOrder } from "./new-order.ts";
import type { Reranker, RerankOptions } from "./reranker.ts";

/** How to re-rank, and where tokens come from. */
export interface RetrievedOptions extends RerankOptions {
  /** The index of the re-ranker, to read documents from instead of the tokens of hits. */
  readonly local?: IndexView | undefined;
}

/** What a model without a tuned depth re-ranks. */
const DEPTH = 100;

/** How many hits a model reads unless told otherwise. */
export function depthOf({ trained }: Reranker, depth?: number): number {
  return depth ?? trained.description.depth ?? DEPTH;
}

/** The hits with their head in the order of the model. */
export async function rerankRetrieved(
  reranker: Reranker,
  query: string,
  { hits, isPartial }: Retrieved,
  { depth: asked, local, ...options }: RetrievedOptions = {},
): Promise<Retrieved> {
  const depth = depthOf(reranker, asked);
  if (!Number.isInteger(depth) || depth < 1) {
    throw badArgument(`a depth must be a whole number ≥ 1, got ${depth}`);
  }
  const head = hits.slice(0, depth);
  const scored =
    local === undefined
      ? await reranker.scoreTokens(query, head.map(tokensOf))
      : await reranker.score(
          query,
          head.map((hit) => numberIn(local, hit)),
        );
  const places = Uint32Array.from(hits.keys());
  const before = Float64Array.from(hits, ({ score }) => score);
  const after = newOrder({ documents: places, scores: before, isPartial }, scored, options);
  return {
    hits: Array.from(after.documents, (place, rank) => {
      const { id } = hits[place] as RetrievedHit;
      return { id, score: after.scores[rank] as number };
    }),
    isPartial,
  };
}

function tokensOf({ id, tokens }: RetrievedHit): readonly string[] {
  if (tokens !== undefined) return tokens;
  throw badArgument(`the hit ${quote(id)} came without its tokens, which the model reads`);
}

function numberIn(view: IndexView, { id }: RetrievedHit): number {
  const number = view.find(id);
  if (number !== undefined) return number;
  throw new TermwiseError("NOT_FOUND", `the local index has no document ${quote(id)}`, { id });
}
