/** What a document must be to enter an index. */

import type { Document } from "../../collection/document.ts";
import { badArgument, quote, TermwiseError } from "../../common/errors.ts";

/** In UTF-16 units; long enough for any address. */
const LONGEST_ID = 2048;
/** All texts of a document together, in UTF-16 units. A book has a few million. */
export const LARGEST_DOCUMENT: number = 1 << 26;

export function checkDocument({ id, title = "", text, fields = {} }: Document): void {
  if (typeof id !== "string" || id === "" || /\s/.test(id) || id.length > LONGEST_ID) {
    throw badArgument(
      `a document id must be 1 to ${LONGEST_ID} characters without white space, got ${quote(String(id))}`,
    );
  }
  let size = 0;
  for (const [name, value] of [["title", title], ["text", text], ...Object.entries(fields)]) {
    if (typeof value !== "string") {
      throw badArgument(`document ${quote(id)}: ${quote(String(name))} must be a text`);
    }
    size += value.length;
  }
  if (size > LARGEST_DOCUMENT) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `document ${quote(id)} has ${size} characters, the most allowed is ${LARGEST_DOCUMENT}`,
      { id, size, limit: LARGEST_DOCUMENT },
    );
  }
}
