/** What a search may say about highlights. Checked before anything that makes them is loaded. */

import { badArgument } from "../common/errors.ts";
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
