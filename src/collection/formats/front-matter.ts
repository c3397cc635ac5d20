/**
 * The front matter of a Markdown file: YAML between lines of `---` at its start.
 *
 *     ---
 *     title: Pickled plums
 *     tags: [plum, salt]
 *     ---
 *
 * Scalars and lists of scalars become values. Other kinds (nested names, lists of
 * lists, aliases) stay the text that they are written in, so that nothing is
 * lost. Errors that generators of sites forgive are forgiven here, such as the
 * second colon of `title: Plums: a guide`.
 */

import type { Node, Pair } from "yaml";
import type { JsonValue } from "../document.ts";

export interface FrontMatter {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** The text after the front matter. */
  readonly body: string;
}

/** Longer blocks are body. Bounds the time of hostile YAML, which can be quadratic. */
const MAX_FRONT_MATTER_LENGTH = 16_384;

/** Values and body; the whole text is body where there is no front matter. */
export async function parseFrontMatter(markdown: string): Promise<FrontMatter> {
  const none = { values: {}, body: markdown };
  if (!/^---[^\S\n]*\n/.test(markdown)) return none;
  const begin = markdown.indexOf("\n") + 1;
  const part = markdown.slice(begin, begin + MAX_FRONT_MATTER_LENGTH);
  const closing = /^(?:---|\.\.\.)[^\S\n]*(?:\n|(?![^\n]))/m.exec(part);
  if (closing === null) return none;
  const entries = await parseEntries(part.slice(0, closing.index));
  if (entries === undefined) return none;
  const body = markdown.slice(begin + closing.index + closing[0].length);
  return { values: Object.fromEntries(entries), body };
}

/** Undefined when the block is no map of names to values: prose between two rules, a list. */
async function parseEntries(source: string): Promise<[string, JsonValue][] | undefined> {
  const { isMap, isScalar, isSeq, parseDocument } = await import("yaml");
  // The failsafe schema leaves every scalar a text; `parseScalar` decides what is a number.
  const options = { schema: "failsafe", logLevel: "silent", strict: false, uniqueKeys: false };
  const document = parseDocument(source, options as object);
  const isRepairable = document.errors.some(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
  if (isRepairable && source !== quoteColons(source)) return parseEntries(quoteColons(source));
  const { contents, errors } = document;
  if (contents === null) return errors.length === 0 ? [] : undefined;
  if (!isMap(contents) || errors.some(({ code }) => code === "MULTILINE_IMPLICIT_KEY")) {
    return undefined;
  }

  const readSource = (node: Node): string => {
    const [from = 0, to = 0] = node.range ?? [];
    const text = source.slice(from, to).trim();
    return text.includes("\n") ? text : text.replace(/\s#.*$/, "");
  };
  const readScalar = (node: unknown): JsonValue | undefined => {
    if (node === null) return null;
    if (!isScalar(node)) return undefined;
    if (typeof node.value !== "string") return node.value === null ? null : readSource(node);
    return node.type === "PLAIN" ? parseScalar(node.value) : node.value.trim();
  };
  const readValue = (node: Node | null): JsonValue => {
    const scalar = readScalar(node);
    if (scalar !== undefined) return scalar;
    const items = isSeq(node) ? node.items.map(readScalar) : [undefined];
    const isList = items.every((item) => item !== undefined);
    return isList ? (items as JsonValue[]) : readSource(node as Node);
  };

  const entries: [string, JsonValue][] = [];
  for (const { key, value } of contents.items as Pair<Node, Node | null>[]) {
    if (!isScalar(key) || typeof key.value !== "string") return undefined;
    entries.push([key.value, readValue(value)]);
  }
  return entries;
}

/** Quotes the values of top-level names that contain a colon themselves, which YAML reads as nested names. */
function quoteColons(source: string): string {
  const lines = source.split("\n").map((line) => {
    const colon = line.search(/:\s/);
    const value = line.slice(colon + 1).trim();
    const isPlain = /^\w/.test(line) && /^[\p{L}\p{N}]/u.test(value);
    if (colon < 0 || !isPlain || !/:(\s|$)/.test(value)) return line;
    return `${line.slice(0, colon)}: ${JSON.stringify(value.replace(/\s#.*$/, "").trimEnd())}`;
  });
  return lines.join("\n");
}

/** Text such as `007` or a number of twenty digits stays text: it is a name, and a float would change it. */
function parseScalar(text: string): JsonValue {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^(null|Null|NULL|~)?$/.test(text)) return null;
  if (/^[-+]?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text);
  return text;
}
