/** The analyzers of text fields that are read in a way of their own. */

import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import { fieldOfText, fieldPrefix } from "./field-terms.ts";
import type { Schema } from "./schema.ts";

/** By the number of the field. Fields that are read as the index says have none. */
export async function fieldAnalyzers(
  schema: Schema | undefined,
  open: (options: AnalyzerOptions) => Promise<Analyzer> = openAnalyzer,
): Promise<ReadonlyMap<number, Analyzer>> {
  const analyzers = new Map<number, Analyzer>();
  for (const { text } of schema?.textFields ?? []) {
    if (text.analysis !== undefined) analyzers.set(text.number, await open(text.analysis));
  }
  return analyzers;
}

/** The index term of a surface form, both with the prefix of their field if they are of one. */
export function termOfForm(
  form: string,
  whole: Pick<Analyzer, "term">,
  analyzers: ReadonlyMap<number, Pick<Analyzer, "term">>,
): string | undefined {
  const field = fieldOfText(form);
  if (field === 0) return whole.term(form);
  const prefix = fieldPrefix(field);
  const term = (analyzers.get(field) ?? whole).term(form.slice(prefix.length));
  return term === undefined ? undefined : prefix + term;
}
