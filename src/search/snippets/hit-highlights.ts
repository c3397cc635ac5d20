/**
 * The matches in each text of a document: highlighted ranges as offsets, and the
 * best passage as HTML.
 */

import type { HighlightOptions } from "../../api/search-options.ts";
import type { FieldHighlight, HitHighlights } from "../../api/search-result.ts";
import type { StoredFields } from "../../index/index.ts";
import { TimeLimit } from "../../ranking/traversal/index.ts";
import type { Analyzer } from "../../text/analyzer.ts";
import {
  computeHighlightWeights,
  findHighlightRanges,
  type HighlightTerms,
  highlightTokens,
} from "./highlight-tokens.ts";
import { toSnippetTokens } from "./hit-snippet.ts";
import { renderPassage } from "./passage-html.ts";
import { snippet } from "./snippet.ts";

/**
 * A document without a match in any text has no properties here, nor does a text that
 * there is no time to read. `findAnalyzer` returns the analyzer of a property.
 */
export function highlightHit(
  storedFields: StoredFields,
  matchedWords: HighlightTerms,
  findAnalyzer: (name: string) => Analyzer,
  { fields, tag = "mark", words = 30 }: HighlightOptions,
  limit: TimeLimit = TimeLimit.none(),
): HitHighlights {
  const weights = computeHighlightWeights(matchedWords);
  const highlights: [string, FieldHighlight][] = [];
  for (const [name, text] of Object.entries(storedFields)) {
    if (typeof text !== "string" || fields?.includes(name) === false) continue;
    const textTokens = toSnippetTokens(text, findAnalyzer(name), limit);
    if (textTokens === undefined) break;
    const tokens = highlightTokens(textTokens, matchedWords, limit);
    const ranges = findHighlightRanges(tokens);
    if (ranges.length === 0) continue;
    const html = renderPassage(snippet(text, tokens, weights, { words, limit }), { tag });
    highlights.push([name, { ranges, html }]);
  }
  return Object.fromEntries(highlights);
}
