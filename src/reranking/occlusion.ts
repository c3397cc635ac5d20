/**
 * What each token changes in a score: the score less the score without the
 * token (occlusion; Zeiler and Fergus, ECCV 2014). It can be said of any model.
 * The changes do not add up to the score: two tokens that say the same cover
 * for each other, and the tokens behind one that is left out move up by a place.
 */

import { UNKNOWN } from "../embeddings/index.ts";
import type { TokenIds, TokenPair } from "../models/index.ts";

/** Tokens of a document that are left out in turn; each costs a score. */
export const MOST_OCCLUDED = 200;

/** The change by token; 0 for tokens of a document beyond `MOST_OCCLUDED`. */
export interface Occlusion {
  /** Positive where the token makes the score higher. */
  readonly query: readonly number[];
  readonly document: readonly number[];
}

/** Scores the pair once for each token that is left out, in the batches of `score`. */
export async function occlusionOf(
  score: (pairs: readonly TokenPair[]) => Promise<ArrayLike<number>>,
  query: TokenIds,
  document: TokenIds,
): Promise<Occlusion> {
  const occluded = Math.min(document.length, MOST_OCCLUDED);
  const scores = await score([
    { query, document },
    ...Array.from(query, (_, i) => ({ query: without(query, i), document })),
    ...Array.from({ length: occluded }, (_, i) => ({ query, document: without(document, i) })),
  ]);
  const change = (at: number): number => (scores[0] as number) - (scores[at] as number);
  return {
    query: Array.from(query, (_, i) => change(1 + i)),
    document: Array.from(document, (_, i) => (i < occluded ? change(1 + query.length + i) : 0)),
  };
}

/** A text of one token becomes an unknown one: no model reads an empty text. */
function without(tokens: TokenIds, place: number): readonly number[] {
  const left = Array.from(tokens).filter((_, i) => i !== place);
  return left.length === 0 ? [UNKNOWN] : left;
}
