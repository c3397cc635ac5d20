/** Fields of a hit with the words of the query marked, escaped for HTML, as Algolia's widgets show them. */

import { type QueryWords, WORDS } from "./algolia-words.ts";

interface Highlight {
  readonly value: string;
  readonly matchLevel: "none" | "partial" | "full";
  readonly matchedWords: readonly string[];
}

/** The texts of a document with marks, by field. Without time, the rest of a text has none. */
export function highlightFields(
  document: Readonly<Record<string, unknown>>,
  queryWords: QueryWords,
  [before, after]: readonly [string, string],
): Record<string, Highlight> {
  const fields: Record<string, Highlight> = Object.create(null);
  for (const [name, value] of Object.entries(document)) {
    if (typeof value !== "string") continue;
    const matched = new Set<string>();
    let marked = "";
    let end = 0;
    for (const { 0: word, index } of value.matchAll(WORDS)) {
      if (queryWords.isOver) break;
      const matchedWord = queryWords.findMatch(word)?.queryWord;
      marked += escapeHtml(value.slice(end, index));
      marked +=
        matchedWord === undefined ? escapeHtml(word) : `${before}${escapeHtml(word)}${after}`;
      if (matchedWord !== undefined) matched.add(matchedWord);
      end = index + word.length;
    }
    const wordCount = queryWords.words.length;
    const isFull = wordCount > 0 && matched.size === wordCount;
    fields[name] = {
      value: marked + escapeHtml(value.slice(end)),
      matchLevel: isFull ? "full" : matched.size > 0 ? "partial" : "none",
      matchedWords: [...matched],
    };
  }
  return fields;
}

/** A text in which no character is part of HTML. */
export function escapeHtml(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => codes[character] as string);
}
