/** Which texts of a document are searched: apart from the rules for new documents, which a search does not load. */

import { readFieldValues, type Schema } from "../schema/index.ts";
import type { IndexableDocument } from "./check-document.ts";

/**
 * The texts that are searched, in the order in which their words are counted:
 * title, then text; with a schema, its text fields in their order.
 */
export function extractSearchableTexts(
  document: Omit<IndexableDocument, "id">,
  schema?: Schema,
): readonly string[] {
  if (schema !== undefined) {
    return schema.textFields.flatMap((field) => readFieldValues(document, field) as string[]);
  }
  const { title, text, fields = {} } = document;
  const texts = title === undefined ? [] : [title];
  if (text !== undefined) return [...texts, text];
  return [...texts, ...Object.values(fields).filter((value) => typeof value === "string")];
}
