/** Passages of documents as HTML: every character of the text escaped, tags around the matches. */

import type { Snippet } from "./snippet.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A passage with `<tag>` around the matched words, and … where the text continues. */
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
