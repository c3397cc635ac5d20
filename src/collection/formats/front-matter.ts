/**
 * The front matter of a Markdown file: values by name, between lines of `---` at its start.
 *
 *     ---
 *     title: Pickled plums
 *     tags: [plum, salt]
 *     steps:
 *       - wash
 *       - salt
 *     ---
 *
 * A small part of YAML is supported: scalars (text, numbers, true, false, null), quoted text, lists
 * in brackets or with dashes, comments. A value of any other kind (nested names, blocks after `|`
 * or `>`) stays as its source text, so that nothing is lost.
 */

import type { JsonValue } from "../document.ts";

export interface FrontMatter {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** The text after the front matter. */
  readonly body: string;
}

/** Values and body; the whole text is the body if there is no front matter. */
export function parseFrontMatter(markdown: string): FrontMatter {
  const lines = markdown.split("\n");
  const end = lines[0]?.trimEnd() === "---" ? findClosing(lines) : -1;
  const entries = end < 0 ? undefined : parseEntries(lines.slice(1, end));
  if (entries === undefined) return { values: {}, body: markdown };
  return { values: Object.fromEntries(entries), body: lines.slice(end + 1).join("\n") };
}

function findClosing(lines: readonly string[]): number {
  return lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
}

/**
 * Undefined if a line is neither a name with a value nor part of one: then it is a rule, not front
 * matter.
 */
function parseEntries(lines: readonly string[]): [string, JsonValue][] | undefined {
  const entries: [string, JsonValue][] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    i++;
    if (isBlankOrComment(line)) continue;
    const colon = line.search(/:(\s|$)/);
    const name = line.slice(0, colon).trim();
    if (colon < 1 || /^[-[{&*!|>%@`]/.test(name)) return undefined;
    const inner: string[] = [];
    while (i < lines.length && isContinuation(lines[i] as string)) inner.push(lines[i++] as string);
    const first = stripComment(line.slice(colon + 1));
    entries.push([name.replace(/^(["'])(.*)\1$/, "$2"), parseValue(first, inner)]);
  }
  return entries;
}

/** Indented lines, list items and blank lines continue the value above them. */
function isContinuation(line: string): boolean {
  return line.trim() === "" || /^\s/.test(line) || /^-(\s|$)/.test(line);
}

function isBlankOrComment(line: string): boolean {
  return line.trim() === "" || line.startsWith("#");
}

function parseValue(first: string, inner: readonly string[]): JsonValue {
  const lines = inner.filter((line) => !/^\s*(#.*)?$/.test(line));
  if (lines.length === 0) return parseInlineValue(first);
  const items = lines.map((line) => /^\s*-\s(.*)$/s.exec(line)?.[1]?.trimStart());
  const isList = first === "" && items.every((item) => item !== undefined && !isNested(item));
  if (isList) return items.map((item) => parseScalar(stripComment(item as string)));
  // `|` and `>` introduce a block of text; without one, the source text is kept.
  const block = inner.map((line) => line.trim()).join(first.startsWith(">") ? " " : "\n");
  return /^[|>][+-]?$/.test(first) ? block.trim() : [first, ...inner].join("\n").trim();
}

/** Whether a list item is itself a name with a value, or a list. */
function isNested(item: string): boolean {
  return /^[\w.-]+:(\s|$)/.test(item) || /^[-[{]/.test(item);
}

function parseInlineValue(text: string): JsonValue {
  const [, list] = /^\[(.*)\]$/.exec(text) ?? [];
  if (list === undefined) return parseScalar(text);
  if (list.trim() === "") return [];
  const items = list.match(/\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)/g) ?? [];
  const texts = items.map((item) => item.replace(/,$/, "").trim());
  return texts.filter((item, i) => item !== "" || i < texts.length - 1).map(parseScalar);
}

function parseScalar(text: string): JsonValue {
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return unescapeString(text);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^(null|Null|NULL|~)?$/.test(text)) return null;
  if (/^[-+]?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text);
  return text;
}

/** JSON's escapes are the common ones of YAML; others stay unchanged. */
function unescapeString(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

/** A comment begins with `#` after white space, outside of quotes. */
function stripComment(text: string): string {
  const value = text.trim();
  if (/^["'[]/.test(value)) {
    const [quoted] =
      /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\])(?=\s+#|\s*$)/.exec(value) ?? [];
    if (quoted !== undefined) return quoted;
  }
  const comment = value.search(/(^|\s)#/);
  return comment < 0 ? value : value.slice(0, comment).trim();
}
