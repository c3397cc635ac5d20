/**
 * What each token changes in a score: the score less the score without the
 * token (occlusion; Zeiler and Fergus, ECCV 2014). It can be said of any model.
 * The changes do not add up to the score: two tokens that say the same cover
 * for each other, and the tokens behind one that is left out move up by a place.
 */

import { UNKNOWN } from "../embeddings/index.ts";
import type { TokenIds, TokenPair } from "../models/index.ts";
import { spread } from "./insight-rows.ts";

/** Tokens of a document that are left out in turn; each costs a score. */
export const MOST_OCCLUDED = 200;

/** The change by token; 0 for special tokens, and for words of a document beyond `MOST_OCCLUDED`. */
export interface Occlusion {
  /** Positive where the token makes the score higher. */
  readonly query: readonly number[];
  readonly document: readonly number[];
}

/** How pairs are scored, and which tokens stay: those that are no words, such as `[CLS]`. */
export interface OccludedBy {
  score(pairs: readonly TokenPair[]): Promise<ArrayLike<number>>;
  isSpecial(token: number): boolean;
}

/** Scores the pair once for each token that is left out, in the batches of `score`. */
export async function occlusionOf(
  { score, isSpecial }: OccludedBy,
  query: TokenIds,
  document: TokenIds,
): Promise<Occlusion> {
  const placesOf = (tokens: TokenIds): readonly number[] =>
    [...Array.from(tokens).keys()].filter((place) => !isSpecial(tokens[place] as number));
  const [asked, read] = [placesOf(query), placesOf(document).slice(0, MOST_OCCLUDED)];
  const scores = await score([
    { query, document },
    ...asked.map((place) => ({ query: without(query, place), document })),
    ...read.map((place) => ({ query, document: without(document, place) })),
  ]);
  const changes = Array.from(scores, (each) => (scores[0] as number) - each).slice(1);
  return {
    query: spread(changes.slice(0, asked.length), asked, query.length),
    document: spread(changes.slice(asked.length), read, document.length),
  };
}

/** A text of one token becomes an unknown one: no model reads an empty text. */
function without(tokens: TokenIds, place: number): readonly number[] {
  const left = Array.from(tokens).filter((_, i) => i !== place);
  return left.length === 0 ? [UNKNOWN] : left;
}
