/**
 * The effect of each token on a score: the score less the score without the token (occlusion;
 * Zeiler and Fergus, ECCV 2014). It works for any model. The changes do not add up to the score:
 * two tokens with the same role compensate for each other, and the tokens after a removed one move
 * up by a position.
 */

import { UNKNOWN } from "../embeddings/index.ts";
import type { TokenIds, TokenPair } from "../models/index.ts";
import { alignValues } from "./insight-rows.ts";

/** Maximum number of document tokens that are left out in turn. Each costs one score. */
export const MAX_OCCLUDED_TOKENS = 200;

/**
 * The change per token; 0 for special tokens and for document tokens beyond `MAX_OCCLUDED_TOKENS`.
 */
export interface Occlusion {
  /** Positive where the token raises the score. */
  readonly query: readonly number[];
  readonly document: readonly number[];
}

/**
 * Scores pairs, and marks the tokens that are never left out: those that are not words, such as
 * `[CLS]`.
 */
export interface OcclusionScorer {
  score(pairs: readonly TokenPair[]): Promise<ArrayLike<number>>;
  isSpecial(token: number): boolean;
}

/** Scores the pair once per left-out token, in the batches of `score`. */
export async function computeOcclusion(
  { score, isSpecial }: OcclusionScorer,
  query: TokenIds,
  document: TokenIds,
): Promise<Occlusion> {
  const findPositions = (tokens: TokenIds): readonly number[] =>
    [...Array.from(tokens).keys()].filter((position) => !isSpecial(tokens[position] as number));
  const [queryPositions, documentPositions] = [
    findPositions(query),
    findPositions(document).slice(0, MAX_OCCLUDED_TOKENS),
  ];
  const scores = await score([
    { query, document },
    ...queryPositions.map((position) => ({ query: removeToken(query, position), document })),
    ...documentPositions.map((position) => ({ query, document: removeToken(document, position) })),
  ]);
  const changes = Array.from(scores, (each) => (scores[0] as number) - each).slice(1);
  return {
    query: alignValues(changes.slice(0, queryPositions.length), queryPositions, query.length),
    document: alignValues(changes.slice(queryPositions.length), documentPositions, document.length),
  };
}

/** A text of one token becomes an unknown token, because no model reads an empty text. */
function removeToken(tokens: TokenIds, position: number): readonly number[] {
  const remaining = Array.from(tokens).filter((_, i) => i !== position);
  return remaining.length === 0 ? [UNKNOWN] : remaining;
}
