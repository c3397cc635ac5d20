/** The passage of a hit that shows the match: as text, as HTML, and in pieces. */

import { extractSearchableTexts } from "../index/building/index.ts";
import type { StoredFields } from "../index/index.ts";
import type { Schema } from "../index/schema/index.ts";
import {
  computeHighlightWeights,
  type HighlightTerms,
  highlightTokens,
} from "../ranking/highlight-tokens.ts";
import { type SnippetPiece, type SnippetToken, snippet } from "../ranking/snippet.ts";
import type { Analyzer } from "../text/analyzer.ts";
import { renderPassage } from "./passage-html.ts";

/** A passage of a hit's text with the matched words highlighted. */
export interface HitSnippet {
  /** The passage, with … where the text continues. */
  readonly text: string;
  /** The same, escaped for HTML, with `<mark>` around the matched words. */
  readonly html: string;
  /** Consecutive pieces of the passage, each a match or not. */
  readonly pieces: readonly SnippetPiece[];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Undefined for a document without any text except a title. */
export function createHitSnippet(
  { title: _, text, ...fields }: StoredFields,
  matchedWords: HighlightTerms,
  analyzer: Analyzer,
  {
    words = 30,
    schema,
  }: { readonly words?: number | undefined; readonly schema?: Schema | undefined } = {},
): HitSnippet | undefined {
  const fullText = extractSearchableTexts({ text, fields }, schema).join(" ");
  if (fullText === "") return undefined;
  const tokens = highlightTokens(toSnippetTokens(fullText, analyzer), matchedWords);
  const passage = snippet(fullText, tokens, computeHighlightWeights(matchedWords), { words });
  const { pieces, isCutBefore, isCutAfter } = passage;
  const passageText = pieces.map((piece) => piece.text).join("");
  return {
    text: `${isCutBefore ? "… " : ""}${passageText}${isCutAfter ? " …" : ""}`,
    html: renderPassage(passage),
    pieces,
    isCutBefore,
    isCutAfter,
  };
}

/** The tokens of a text with their terms. */
export function toSnippetTokens(text: string, analyzer: Analyzer): SnippetToken[] {
  return analyzer.tokenise(text).map(({ text: form, start, end }) => {
    return { start, end, term: analyzer.term(form) };
  });
}
