/** The passage of a hit that shows the match: as text, as HTML, and in pieces. */

import type { HitSnippet } from "../api/search-result.ts";
import { extractSearchableTexts } from "../index/building/index.ts";
import type { StoredFields } from "../index/index.ts";
import type { Schema } from "../index/schema/index.ts";
import {
  computeHighlightWeights,
  type HighlightTerms,
  highlightTokens,
} from "../ranking/highlight-tokens.ts";
import { type SnippetToken, snippet } from "../ranking/snippet.ts";
import type { Analyzer } from "../text/analyzer.ts";
import { renderPassage } from "./passage-html.ts";

/** Undefined for a document without any text but a title. */
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
