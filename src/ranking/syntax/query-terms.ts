/** The terms of a text query, read a piece at a time, so that a deadline can end it. */

import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/** In UTF-16 units: a piece takes about a millisecond to read. */
export const MAX_PIECE_LENGTH = 4096;

/** Incomplete once `limit` is over. */
export function readQueryTerms(
  analyzer: Pick<QueryAnalyzer, "terms">,
  query: string,
  limit: TimeLimit,
): readonly string[] {
  if (query.length <= MAX_PIECE_LENGTH) return analyzer.terms(query);
  const terms: string[] = [];
  for (const piece of splitPieces(query)) {
    if (limit.count(piece.length)) break;
    for (const term of analyzer.terms(piece)) terms.push(term);
  }
  return terms;
}

/** The text split after white space, which no word contains. */
function* splitPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const space = /\s/g;
    space.lastIndex = start + MAX_PIECE_LENGTH;
    const end = space.exec(text)?.index ?? text.length;
    yield text.slice(start, end);
    start = end;
  }
}
