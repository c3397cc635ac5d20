/** Selects the writer of the stored fields of a segment. */

import { writeStoredFields } from "../files/stored-fields-writer.ts";

/** The writer of documents whose values are encoded word by word or not. */
export async function selectStoredWriter(isWordCoded: boolean): Promise<typeof writeStoredFields> {
  if (!isWordCoded) return writeStoredFields;
  return (await import("../files/word-coded-writer.ts")).writeWordCodedFields;
}
