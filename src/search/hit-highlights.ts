/**
 * What a search has found in each text of a document: marked ranges as offsets,
 * and the best passage as HTML.
 */

import type { StoredFields } from "../index/index.ts";
import {
  computeHighlightWeights,
  findHighlightRanges,
  type HighlightTerms,
  highlightTokens,
} from "../ranking/highlight-tokens.ts";
import { snippet } from "../ranking/snippet.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import type { Analyzer } from "../text/analyzer.ts";
import type { HighlightOptions } from "./highlight-options.ts";
import { toSnippetTokens } from "./hit-snippet.ts";
import { renderPassage } from "./passage-html.ts";

/** What was found in one text. */
export interface FieldHighlight {
  /** Start and end of each match in the whole text, in UTF-16 units. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
  /** The text, or the best passage of a long one, escaped, with an element around each match. */
  readonly html: string;
}

/** The texts of a document in which something was found, by the names of their properties. */
export type HitHighlights = Readonly<Record<string, FieldHighlight>>;

/**
 * A document without a match in any text has no properties here, nor has a text that there is no time to read.
 * `findAnalyzer` gives the analyzer that a property is indexed with.
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
