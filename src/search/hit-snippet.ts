/** The passage of a found document that shows why it was found: as text, as HTML, and in pieces. */

import { searchedTexts } from "../index/building/index.ts";
import type { StoredFields } from "../index/index.ts";
import type { Schema } from "../index/schema/index.ts";
import { type SnippetPiece, snippet } from "../ranking/snippet.ts";
import type { Analyzer } from "../text/analyzer.ts";

/** A passage of a hit's text in which the words that were found are marked. */
export interface HitSnippet {
  /** The passage, with … where the text goes on. */
  readonly text: string;
  /** The same, escaped for HTML, with `<mark>` around the words that were found. */
  readonly html: string;
  /** The passage in pieces that follow one another, each found or not. */
  readonly pieces: readonly SnippetPiece[];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Undefined for a document without any text but a title. */
export function hitSnippet(
  { title: _, text, ...fields }: StoredFields,
  wanted: ReadonlyMap<string, number>,
  analyzer: Analyzer,
  {
    words = 30,
    schema,
  }: { readonly words?: number | undefined; readonly schema?: Schema | undefined } = {},
): HitSnippet | undefined {
  const whole = searchedTexts({ text, fields }, schema).join(" ");
  if (whole === "") return undefined;
  const tokens = analyzer.tokenise(whole).map(({ text: form, start, end }) => {
    return { start, end, term: analyzer.term(form) };
  });
  const { pieces, isCutBefore, isCutAfter } = snippet(whole, tokens, wanted, { words });
  const framed = (shown: readonly string[]): string =>
    `${isCutBefore ? "… " : ""}${shown.join("")}${isCutAfter ? " …" : ""}`;
  return {
    text: framed(pieces.map((piece) => piece.text)),
    html: framed(
      pieces.map((piece) => {
        const escaped = escapedHtml(piece.text);
        return piece.isMatch ? `<mark>${escaped}</mark>` : escaped;
      }),
    ),
    pieces,
    isCutBefore,
    isCutAfter,
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapedHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
