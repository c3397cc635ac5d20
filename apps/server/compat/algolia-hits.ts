/** Hits as Algolia's clients receive them: the selected properties, with marks, snippets and ranking information. */

import type { SearchRequest } from "../../../src/client/index.ts";
import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Hit } from "../../../src/index.ts";
import { highlightFields } from "./algolia-highlights.ts";
import type { AlgoliaQuery } from "./algolia-query.ts";
import { computeRankingInfo } from "./algolia-ranking-info.ts";
import type { QueryWords } from "./algolia-words.ts";

type Document = Readonly<Record<string, unknown>>;

/** Words of a snippet where the query does not say. */
const SNIPPET_WORDS = 10;

/** The tags around a match. */
export function readTags({
  highlightPreTag = "<em>",
  highlightPostTag = "</em>",
}: AlgoliaQuery): readonly [string, string] {
  return [highlightPreTag, highlightPostTag];
}

/** The passages that a search returns for `attributesToSnippet`, such as `description:20`. */
export function createSnippetRequest({
  attributesToSnippet,
}: AlgoliaQuery): Pick<SearchRequest, "snippet" | "highlight"> {
  if (attributesToSnippet === undefined) return { snippet: true };
  const names: string[] = [];
  let words = 0;
  for (const attribute of attributesToSnippet) {
    const colon = attribute.lastIndexOf(":");
    const length = colon < 0 ? SNIPPET_WORDS : Number(attribute.slice(colon + 1));
    if (!Number.isInteger(length) || length < 1) {
      throw badArgument(
        `attributesToSnippet must be such as "description:20", got ${quote(attribute)}`,
      );
    }
    names.push(colon < 0 ? attribute : attribute.slice(0, colon));
    words = Math.max(words, length);
  }
  if (names.length === 0) return {};
  const fields = names.includes("*") ? {} : { fields: names };
  return { highlight: { ...fields, words: Math.min(words, 200), tag: "mark" } };
}

/** A function that converts hits for one query. */
export function createHitConverter(query: AlgoliaQuery, words: QueryWords): (hit: Hit) => object {
  const tags = readTags(query);
  const { attributesToRetrieve = ["*"], attributesToHighlight = ["*"] } = query;
  const isRetrieved = createSelection(attributesToRetrieve);
  const isHighlighted = createSelection(attributesToHighlight);
  return (hit) => {
    const { id, document } = hit;
    return {
      ...select(document, isRetrieved),
      objectID: id,
      _highlightResult: highlightFields(select(document, isHighlighted), words, tags),
      ...createSnippets(hit, tags),
      ...(query.getRankingInfo === true ? { _rankingInfo: computeRankingInfo(hit, words) } : {}),
    };
  };
}

/** Whether a property is selected: `*` is all, and `-name` leaves one out. */
function createSelection(names: readonly string[]): (name: string) => boolean {
  const nested = names.find((name) => name.includes("."));
  if (nested !== undefined) {
    throw badArgument(`attributes must be properties of the document itself, got ${quote(nested)}`);
  }
  const selected = new Set(names);
  const hasAll = selected.has("*");
  return (name) => (hasAll || selected.has(name)) && !selected.has(`-${name}`);
}

function select(document: Document, isSelected: (name: string) => boolean): Document {
  const entries = Object.entries(document).filter(([name]) => isSelected(name));
  return Object.fromEntries(entries);
}

function createSnippets(
  { snippet, highlights }: Hit,
  tags: readonly [string, string],
): { readonly _snippetResult?: object } {
  const passages: [string, string][] = snippet === undefined ? [] : [["text", snippet.html]];
  for (const [name, { html }] of Object.entries(highlights ?? {})) passages.push([name, html]);
  if (passages.length === 0) return {};
  const results = passages.map(([name, html]) => {
    const value = html.replaceAll("<mark>", tags[0]).replaceAll("</mark>", tags[1]);
    return [name, { value, matchLevel: html.includes("<mark>") ? "partial" : "none" }];
  });
  return { _snippetResult: Object.fromEntries(results) };
}
