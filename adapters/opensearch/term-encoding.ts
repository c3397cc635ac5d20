/**
 * Index terms as tokens of OpenSearch. White space and `|` would end a token, a dot would split the
 * name of a feature, and Lucene refuses very long terms. The former are percent-encoded; the latter
 * end in a checksum of the whole.
 */

import { createHash } from "node:crypto";

/** Far above any word; together with its frequency below the tokenizer's limit of 255. */
const MAX_TERM_LENGTH = 200;

/** The token of a term; different terms have different tokens. */
export function encodeTerm(term: string): string {
  const plain = /[\s|%.\p{Cc}]/u.test(term)
    ? term.replaceAll(/[\s|%.\p{Cc}]/gu, percentEncode)
    : term;
  if (plain.length <= MAX_TERM_LENGTH) return plain;
  const sum = createHash("sha256").update(plain).digest("hex").slice(0, 32);
  return `${Array.from(plain).slice(0, 60).join("")}%:${sum}`;
}

function percentEncode(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

/** Joins surface tokens to one text, which `splitTokens` splits again. */
export function joinTokens(tokens: readonly string[]): string {
  return tokens.map((token) => token.replaceAll(/[\s%]/gu, percentEncode)).join(" ");
}

/** The tokens of a joined text. */
export function splitTokens(text: string): readonly string[] {
  if (text === "") return [];
  return text.split(" ").map((token) => (token.includes("%") ? decodeURIComponent(token) : token));
}
