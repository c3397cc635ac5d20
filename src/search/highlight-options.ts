/** What a search may say about highlights. Checked before anything that makes them is loaded. */

import { badArgument, describeValue } from "../common/errors.ts";
import { checkInteger, checkOptions } from "./check-options.ts";

/** What is highlighted, and how. */
export interface HighlightOptions {
  /** The only properties to highlight. Default: all that are texts. */
  readonly fields?: readonly string[] | undefined;
  /** The HTML element around a match. Default `mark`. */
  readonly tag?: string | undefined;
  /** How many words of a long text to show. Default 30. */
  readonly words?: number | undefined;
}

/** `BAD_ARGUMENT` for options that are none; a tag is a name, never markup. */
export function checkHighlight(highlight: boolean | HighlightOptions | undefined): void {
  if (highlight === undefined || typeof highlight === "boolean") return;
  checkOptions("highlight", highlight, ["fields", "tag", "words"]);
  checkInteger("highlight words", highlight.words, 1);
  const { fields, tag } = highlight;
  const areNames =
    fields === undefined ||
    (Array.isArray(fields) && fields.every((name) => typeof name === "string"));
  if (!areNames)
    throw badArgument(`highlight fields must be an array of names, got ${describeValue(fields)}`);
  if (tag === undefined || (typeof tag === "string" && /^[a-z][a-z0-9-]*$/i.test(tag))) return;
  throw badArgument(`highlight tag must be the name of an HTML element, got ${describeValue(tag)}`);
}
