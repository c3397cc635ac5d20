/**
 * Extracts the searched texts of a document. A file of its own, because a search does not load the
 * checks of new documents.
 */

import { readFieldValues, type Schema } from "../schema/index.ts";
import type { IndexableDocument } from "./check-document.ts";

/**
 * The searched texts in the order of their token positions: title, then text; with a schema, its
 * text fields in their order.
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
