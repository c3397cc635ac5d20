/** `_rankingInfo` of a hit, for clients of Algolia that send `getRankingInfo`. */

import type { Hit } from "../../../src/index.ts";
import { type QueryWords, WORDS } from "./algolia-words.ts";

/** `userScore` is a whole number for Algolia's clients: millionths of the score. */
const SCORE_UNITS = 1_000_000;

/**
 * Counts of query words, from the texts of the document. The
 * distance, in whole metres, is 0 where hits are not ordered by one, as the clients' types require.
 */
export function computeRankingInfo(
  { document, score, distance = 0 }: Hit,
  queryWords: QueryWords,
): object {
  const typosByWord = new Map<string, number>();
  const exactWords = new Set<string>();
  let [maxMatches, firstMatchedWord] = [0, 0];
  for (const value of Object.values(document)) {
    if (typeof value !== "string" || queryWords.isOver) continue;
    const matched = new Set<string>();
    let first = -1;
    for (const [position, word] of (value.match(WORDS) ?? []).entries()) {
      const match = queryWords.findMatch(word);
      if (match === undefined) continue;
      const { queryWord, typos } = match;
      if (first < 0) first = position;
      matched.add(queryWord);
      if (word.toLowerCase() === queryWord) exactWords.add(queryWord);
      typosByWord.set(queryWord, Math.min(typos, typosByWord.get(queryWord) ?? typos));
    }
    if (matched.size > maxMatches) [maxMatches, firstMatchedWord] = [matched.size, first];
  }
  return {
    nbTypos: [...typosByWord.values()].reduce((sum, typos) => sum + typos, 0),
    nbExactWords: exactWords.size,
    words: typosByWord.size,
    firstMatchedWord,
    userScore: Math.round(score * SCORE_UNITS),
    geoDistance: Math.round(distance),
  };
}
