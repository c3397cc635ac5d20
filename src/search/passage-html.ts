/** Passages of documents as HTML: every character of the text escaped, marks around what was found. */

import type { Snippet } from "../ranking/snippet.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A passage with `<tag>` around the words that were found, and … where the text goes on. */
export function renderPassage(
  { pieces, isCutBefore, isCutAfter }: Snippet,
  { tag = "mark" }: { readonly tag?: string | undefined } = {},
): string {
  const rendered = pieces.map(({ text, isMatch }) => {
    const escaped = escapeHtml(text);
    return isMatch ? `<${tag}>${escaped}</${tag}>` : escaped;
  });
  return `${isCutBefore ? "… " : ""}${rendered.join("")}${isCutAfter ? " …" : ""}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
