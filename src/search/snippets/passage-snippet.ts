/**
 * The passage of a document that is nearest to a semantic query. Loaded with the
 * first such search.
 */

import type { HitSnippet } from "../../api/search-result.ts";
import { splitPassages } from "../../dense/index.ts";
import { extractSearchableTexts } from "../../index/building/index.ts";
import type { StoredFields } from "../../index/index.ts";
import type { QueryExecution } from "../../ranking/query-execution.ts";
import type { TimeLimit } from "../../ranking/traversal/index.ts";
import type { Analyzer } from "../../text/analyzer.ts";
import type { HighlightTerms } from "./highlight-tokens.ts";
import { createHitSnippet } from "./hit-snippet.ts";

/**
 * A snippet of the passage that is nearest to the query; undefined if a document has
 * no passages of its own.
 */
export async function createPassageSnippet(
  execution: QueryExecution,
  document: number,
  fields: StoredFields,
  matchedWords: HighlightTerms,
  analyzer: Analyzer,
  words: { readonly words?: number | undefined; readonly limit?: TimeLimit | undefined },
): Promise<HitSnippet | undefined> {
  const { vectors, schema } = execution.snapshot.settings;
  const passageNumber = execution.nearestPassage?.(document);
  if (passageNumber === undefined || vectors?.model === undefined) return undefined;
  const { title, text, ...others } = fields;
  const passages = splitPassages(
    extractSearchableTexts({ title, text, fields: others }, schema).join(" "),
  );
  const passage = passages.length > 1 ? passages[passageNumber] : undefined;
  return passage === undefined
    ? undefined
    : createHitSnippet({ text: passage }, matchedWords, analyzer, words);
}
