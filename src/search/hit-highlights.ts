/**
 * What a search has found in each text of a document: marked ranges as offsets,
 * and the best passage as HTML.
 */

import { badArgument } from "../common/errors.ts";
import type { StoredFields } from "../index/index.ts";
import {
  type MatchedWords,
  markedRanges,
  markedWeights,
  markTokens,
} from "../ranking/marked-tokens.ts";
import { snippet } from "../ranking/snippet.ts";
import type { Analyzer } from "../text/analyzer.ts";
import { passageHtml } from "./hit-html.ts";
import { textTokens } from "./hit-snippet.ts";
import { checkOptions, checkWhole, shown } from "./known-options.ts";

/** What is highlighted, and how. */
export interface HighlightOptions {
  /** The only properties to highlight. Default: all that are texts. */
  readonly fields?: readonly string[] | undefined;
  /** The HTML element around a match. Default `mark`. */
  readonly tag?: string | undefined;
  /** How many words of a long text to show. Default 30. */
  readonly words?: number | undefined;
}

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

/** `BAD_ARGUMENT` for options that are none; a tag is a name, never markup. */
export function checkHighlight(given: boolean | HighlightOptions | undefined): void {
  if (given === undefined || typeof given === "boolean") return;
  checkOptions("highlight", given, ["fields", "tag", "words"]);
  checkWhole("highlight words", given.words, 1);
  const { fields, tag } = given;
  const areNames =
    fields === undefined ||
    (Array.isArray(fields) && fields.every((name) => typeof name === "string"));
  if (!areNames)
    throw badArgument(`highlight fields must be an array of names, got ${shown(fields)}`);
  if (tag === undefined || (typeof tag === "string" && /^[a-z][a-z0-9-]*$/i.test(tag))) return;
  throw badArgument(`highlight tag must be the name of an HTML element, got ${shown(tag)}`);
}
