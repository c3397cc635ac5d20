/**
 * The passage of a text that matches a query best, with its query words highlighted.
 *
 * The best window of tokens has the largest total weight of distinct query terms,
 * then the most occurrences, then the smallest position. The matches are centred in
 * the window.
 */

import type { SnippetPiece } from "../../api/search-result.ts";
import { badArgument } from "../../common/errors.ts";
import { TimeLimit } from "../../ranking/traversal/index.ts";

/** A token of the text with its index term, if it has one. */
export interface SnippetToken {
  /** Its offsets in the text, in UTF-16 units. Tokens ascend. */
  readonly start: number;
  readonly end: number;
  readonly term: string | undefined;
}

/** A passage of a text. */
export interface Snippet {
  /** The pieces in order, without gaps. */
  readonly pieces: readonly SnippetPiece[];
  /** Whether the text continues before and after. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * The snippet of a text. `weights` maps query terms to weights above 0; a snippet
 * has at most `words` tokens. When time is up, it is the best window so far.
 */
export function snippet(
  text: string,
  tokens: readonly SnippetToken[],
  termWeights: ReadonlyMap<string, number>,
  { words = 30, limit = TimeLimit.none() }: { words?: number; limit?: TimeLimit } = {},
): Snippet {
  if (!Number.isInteger(words) || words < 1) {
    throw badArgument(`the words of a snippet must be a whole number ≥ 1, got ${words}`);
  }
  const isQueryTerm = ({ term }: SnippetToken): boolean =>
    term !== undefined && termWeights.has(term);
  const first = findWindowStart(tokens, termWeights, words, limit);
  const visible = tokens.slice(first, first + words);
  const isCutBefore = first > 0;
  const isCutAfter = first + visible.length < tokens.length;
  const start = isCutBefore ? (visible[0]?.start ?? 0) : 0;
  const end = isCutAfter ? (visible.at(-1)?.end ?? text.length) : text.length;

  const pieces: SnippetPiece[] = [];
  let at = start;
  for (const token of visible) {
    // One character may be the source of two tokens (½); it is highlighted once.
    if (!isQueryTerm(token) || token.start < at) continue;
    if (token.start > at) pieces.push({ text: text.slice(at, token.start), isMatch: false });
    pieces.push({ text: text.slice(token.start, token.end), isMatch: true });
    at = token.end;
  }
  if (end > at) pieces.push({ text: text.slice(at, end), isMatch: false });
  return { pieces, isCutBefore, isCutAfter };
}

/** The index of the best window's first token. */
function findWindowStart(
  tokens: readonly SnippetToken[],
  termWeights: ReadonlyMap<string, number>,
  words: number,
  limit: TimeLimit,
): number {
  const matches: { at: number; term: string }[] = [];
  for (const [at, { term }] of tokens.entries()) {
    if (term !== undefined && termWeights.has(term)) matches.push({ at, term });
  }
  let best = { weight: 0, count: 0, from: 0, to: 0 };
  for (const [i, { at: from }] of matches.entries()) {
    const terms = new Set<string>();
    let weight = 0;
    let last = i;
    for (let j = i; j < matches.length; j++) {
      const { at, term } = matches[j] as { at: number; term: string };
      if (at >= from + words) break;
      last = j;
      if (!terms.has(term)) weight += termWeights.get(term) ?? 0;
      terms.add(term);
    }
    const count = last - i + 1;
    if (weight > best.weight || (weight === best.weight && count > best.count)) {
      best = { weight, count, from, to: matches[last]?.at ?? from };
    }
    if (limit.count(count)) break;
  }
  const spare = words - (best.to - best.from + 1);
  const centred = best.from - Math.floor(spare / 2);
  return Math.max(0, Math.min(centred, tokens.length - words));
}
