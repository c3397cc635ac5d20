/**
 * What a search has found in each text of a document: marked ranges as offsets,
 * and the best passage as HTML.
 */

import type { StoredFields } from "../index/index.ts";
import {
  type MatchedWords,
  markedRanges,
  markedWeights,
  markTokens,
} from "../ranking/marked-tokens.ts";
import { snippet } from "../ranking/snippet.ts";
import type { Analyzer } from "../text/analyzer.ts";
import type { HighlightOptions } from "./highlight-options.ts";
import { passageHtml } from "./hit-html.ts";
import { textTokens } from "./hit-snippet.ts";

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
 * A document without a match in any text has no properties here. `analyzerOf`
 * gives the analyzer that a property is indexed with.
 */
export function hitHighlights(
  stored: StoredFields,
  wanted: MatchedWords,
  analyzerOf: (name: string) => Analyzer,
  { fields, tag = "mark", words = 30 }: HighlightOptions,
): HitHighlights {
  const weights = markedWeights(wanted);
  const found: [string, FieldHighlight][] = [];
  for (const [name, text] of Object.entries(stored)) {
    if (typeof text !== "string" || fields?.includes(name) === false) continue;
    const tokens = markTokens(textTokens(text, analyzerOf(name)), wanted);
    const ranges = markedRanges(tokens);
    if (ranges.length === 0) continue;
    const html = passageHtml(snippet(text, tokens, weights, { words }), { tag });
    found.push([name, { ranges, html }]);
  }
  return Object.fromEntries(found);
}
