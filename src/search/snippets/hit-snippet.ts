/** The passage of a hit that shows the match: as text, as HTML, and in pieces. */

import type { HitSnippet } from "../../api/search-result.ts";
import { extractSearchableTexts } from "../../index/building/index.ts";
import type { StoredFields } from "../../index/index.ts";
import type { Schema } from "../../index/schema/index.ts";
import { TimeLimit } from "../../ranking/traversal/index.ts";
import type { Analyzer } from "../../text/analyzer.ts";
import {
  computeHighlightWeights,
  type HighlightTerms,
  highlightTokens,
} from "./highlight-tokens.ts";
import { renderPassage } from "./passage-html.ts";
import { type SnippetToken, snippet } from "./snippet.ts";

/** Undefined for a document without any text but a title, and when there is no time to read a text. */
export function createHitSnippet(
  { title: _, text, ...fields }: StoredFields,
  matchedWords: HighlightTerms,
  analyzer: Analyzer,
  {
    words = 30,
    schema,
    limit = TimeLimit.none(),
  }: {
    readonly words?: number | undefined;
    readonly schema?: Schema | undefined;
    readonly limit?: TimeLimit | undefined;
  } = {},
): HitSnippet | undefined {
  const fullText = extractSearchableTexts({ text, fields }, schema).join(" ");
  if (fullText === "") return undefined;
  const textTokens = toSnippetTokens(fullText, analyzer, limit);
  if (textTokens === undefined) return undefined;
  const tokens = highlightTokens(textTokens, matchedWords, limit);
  const weights = computeHighlightWeights(matchedWords);
  const passage = snippet(fullText, tokens, weights, { words, limit });
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

/** Characters that are read between two looks at the clock: a few milliseconds. */
const CHARACTERS_PER_CHECK = 1 << 13;

/** Beyond so many, a text is cut where it may change a token: nothing else bounds one without any separator. */
const MAX_CHARACTERS = 1 << 14;

/**
 * Where a text can be cut without changing a token: before a letter or digit after a space or after a mark that
 * joins no words; also before a letter after a comma, which joins digits.
 */
const CUT = /[\s;:!?()[\]{}"/|+*=<>_、。「」；：！？（）“”…](?=[\p{L}\p{N}])|[,，](?=\p{L})/u;

/** The tokens of a text with their terms; undefined where time is up before all of it is read. */
export function toSnippetTokens(
  text: string,
  analyzer: Analyzer,
  limit: TimeLimit = TimeLimit.none(),
): SnippetToken[] | undefined {
  const tokens: SnippetToken[] = [];
  for (let from = 0; from < text.length; ) {
    const to = findCut(text, from + CHARACTERS_PER_CHECK);
    for (const { text: form, start, end } of analyzer.tokenise(text.slice(from, to))) {
      tokens.push({ start: from + start, end: from + end, term: analyzer.term(form) });
    }
    if (limit.count(to - from) && to < text.length) return undefined;
    from = to;
  }
  return tokens;
}

/** The first place from `from` on where a text can be cut, else its end. */
function findCut(text: string, from: number): number {
  if (from >= text.length) return text.length;
  const end = from + MAX_CHARACTERS - CHARACTERS_PER_CHECK;
  const cut = CUT.exec(text.slice(from, end));
  if (cut !== null) return from + cut.index + 1;
  if (end >= text.length) return text.length;
  const splitsPair = (text.codePointAt(end - 1) as number) > 0xffff;
  return splitsPair ? end - 1 : end;
}
