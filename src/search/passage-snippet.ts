/** The passage of a document that a search by meaning has found nearest, loaded with the first such search. */

import { searchedTexts } from "../index/building/index.ts";
import type { StoredFields } from "../index/index.ts";
import type { MatchedWords } from "../ranking/marked-tokens.ts";
import type { Analyzer } from "../text/analyzer.ts";
import type { AskedSearch } from "./asked-search.ts";
import { type HitSnippet, hitSnippet } from "./hit-snippet.ts";
import { passagesOf } from "./meaning/index.ts";

/** A snippet of the passage that is nearest to the query; undefined where a document has no passages of its own. */
export async function passageSnippet(
  asked: AskedSearch,
  document: number,
  fields: StoredFields,
  wanted: MatchedWords,
  analyzer: Analyzer,
  words: { readonly words?: number | undefined },
): Promise<HitSnippet | undefined> {
  const { vectors, schema } = asked.snapshot.settings;
  const place = asked.nearestPassage?.(document);
  if (place === undefined || vectors?.model === undefined) return undefined;
  const { title, text, ...others } = fields;
  const passages = passagesOf(searchedTexts({ title, text, fields: others }, schema).join(" "));
  const passage = passages.length > 1 ? passages[place] : undefined;
  return passage === undefined ? undefined : hitSnippet({ text: passage }, wanted, analyzer, words);
}
