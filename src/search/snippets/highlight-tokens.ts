/**
 * The tokens of a text that a query matches: its words in any form, and its phrases
 * where the whole phrase occurs.
 */

import { TimeLimit } from "../../ranking/traversal/index.ts";
import type { SnippetToken } from "./snippet.ts";

/** The terms of a query in an index. */
export interface HighlightTerms {
  /** Terms with their weights. */
  readonly words: ReadonlyMap<string, number>;
  /** Terms that must occur together, each at its offset. */
  readonly phrases: readonly {
    readonly terms: readonly string[];
    readonly offsets: readonly number[];
  }[];
}

/** The weights of the terms of words and phrases. */
export function computeHighlightWeights({
  words,
  phrases,
}: HighlightTerms): ReadonlyMap<string, number> {
  const weights = new Map(words);
  for (const { terms } of phrases) for (const term of terms) weights.set(term, 1);
  return weights;
}

/**
 * The tokens of a text, in order; only highlighted tokens have terms. A token that
 * contains others, such as the whole of wi-fi, comes before them.
 * When time is up, further phrases are not highlighted.
 */
export function highlightTokens(
  tokens: readonly SnippetToken[],
  { words, phrases }: HighlightTerms,
  limit: TimeLimit = TimeLimit.none(),
): SnippetToken[] {
  const isHighlighted = tokens.map(({ term }) => term !== undefined && words.has(term));
  for (const { terms, offsets } of phrases) {
    const [first = 0] = offsets;
    for (let at = 0; at < tokens.length && !limit.count(); at++) {
      const isMatch = terms.every(
        (term, i) => tokens[at + (offsets[i] ?? 0) - first]?.term === term,
      );
      if (isMatch) for (const offset of offsets) isHighlighted[at + offset - first] = true;
    }
  }
  return tokens
    .map((token, i) => (isHighlighted[i] ? token : { ...token, term: undefined }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The ranges of the highlighted tokens in the text: ascending, none within another. */
export function findHighlightRanges(
  tokens: readonly SnippetToken[],
): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let at = 0;
  for (const { start, end, term } of tokens) {
    if (term === undefined || start < at) continue;
    ranges.push([start, end]);
    at = end;
  }
  return ranges;
}
