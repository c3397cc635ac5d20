/**
 * Short texts as a whole, so that documents whose title is the query are found among any number of
 * others: the terms of a field without their order, after its number.
 */

import type { StoredFields } from "../../src/index/index.ts";
import { readFieldValues, type Schema } from "../../src/index/schema/index.ts";
import { DEFAULT_EXACT_FIELDS } from "../../src/search/resolve-scoring.ts";
import type { Analyzer } from "../../src/text/index.ts";

/** In UTF-16 units. The query of a search that is a whole text has at most as many. */
const MAX_CHARACTERS = 1000;

/** The whole texts of a document. */
export function listWholeTexts(
  schema: Schema,
  analyzer: Analyzer,
  { title, text, ...fields }: StoredFields,
): string[] {
  const document = { title, text, fields } as Parameters<typeof readFieldValues>[0];
  return schema.textFields.flatMap((field) => {
    const values = readFieldValues(document, field).filter((each) => typeof each === "string");
    const joined = values.join(" ");
    if (joined === "" || joined.length > 2 * MAX_CHARACTERS) return [];
    return [toWholeText(field.text.number, analyzer, joined)];
  });
}

/** The filter for documents of which one of these fields is the query; undefined without such fields. */
export function createWholeFilter(
  schema: Schema | undefined,
  analyzer: Analyzer,
  query: string,
  names: readonly string[] = DEFAULT_EXACT_FIELDS,
): object | undefined {
  const fields = schema?.textFields.filter(({ name }) => names.includes(name)) ?? [];
  if (fields.length === 0 || query.length > MAX_CHARACTERS || query.trim() === "") return undefined;
  return { terms: { wholes: fields.map(({ text }) => toWholeText(text.number, analyzer, query)) } };
}

function toWholeText(field: number, analyzer: Analyzer, text: string): string {
  const terms = analyzer.tokenise(text).flatMap((token) => analyzer.term(token.text) ?? []);
  return `${field} ${terms.sort().join(" ")}`;
}
