/** The analyzers of text fields that are read in a way of their own. */

import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import { parseFieldNumber, toFieldPrefix } from "./field-terms.ts";
import type { Schema } from "./schema.ts";

/** By the number of the field. Fields that are read as the index says have none. */
export async function openFieldAnalyzers(
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
export function toIndexTerm(
  form: string,
  defaultAnalyzer: Pick<Analyzer, "term">,
  analyzers: ReadonlyMap<number, Pick<Analyzer, "term">>,
): string | undefined {
  const field = parseFieldNumber(form);
  if (field === 0) return defaultAnalyzer.term(form);
  const prefix = toFieldPrefix(field);
  const term = (analyzers.get(field) ?? defaultAnalyzer).term(form.slice(prefix.length));
  return term === undefined ? undefined : prefix + term;
}
