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
export function passageHtml(
  { pieces, isCutBefore, isCutAfter }: Snippet,
  { tag = "mark" }: { readonly tag?: string | undefined } = {},
): string {
  const shown = pieces.map(({ text, isMatch }) => {
    const escaped = escapedHtml(text);
    return isMatch ? `<${tag}>${escaped}</${tag}>` : escaped;
  });
  return `${isCutBefore ? "… " : ""}${shown.join("")}${isCutAfter ? " …" : ""}`;
}

function escapedHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
