/**
 * The front matter of a Markdown file: values by name, between lines of `---`
 * at its start.
 *
 *     ---
 *     title: Pickled plums
 *     tags: [plum, salt]
 *     steps:
 *       - wash
 *       - salt
 *     ---
 *
 * A small part of YAML is read: scalars (text, numbers, true, false, null),
 * text in quotes, lists in brackets or with dashes, comments. A value of any
 * other kind (nested names, blocks after `|` or `>`) is kept as the text that
 * it is written in, so that nothing is lost.
 */

import type { JsonValue } from "../document.ts";

export interface FrontMatter {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** What follows. */
  readonly body: string;
}

/** Values and body; the whole text is body where there is no front matter. */
export function frontMatter(markdown: string): FrontMatter {
  const lines = markdown.split("\n");
  const end = lines[0]?.trimEnd() === "---" ? closing(lines) : -1;
  const entries = end < 0 ? undefined : parsedEntries(lines.slice(1, end));
  if (entries === undefined) return { values: {}, body: markdown };
  return { values: Object.fromEntries(entries), body: lines.slice(end + 1).join("\n") };
}

function closing(lines: readonly string[]): number {
  return lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
}

/** Undefined when a line is neither a name with a value nor part of one: a rule, not front matter. */
function parsedEntries(lines: readonly string[]): [string, JsonValue][] | undefined {
  const entries: [string, JsonValue][] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    i++;
    if (isNothing(line)) continue;
    const colon = line.search(/:(\s|$)/);
    const name = line.slice(0, colon).trim();
    if (colon < 1 || /^[-[{&*!|>%@`]/.test(name)) return undefined;
    const inner: string[] = [];
    while (i < lines.length && belongs(lines[i] as string)) inner.push(lines[i++] as string);
    const first = withoutComment(line.slice(colon + 1));
    entries.push([name.replace(/^(["'])(.*)\1$/, "$2"), readValue(first, inner)]);
  }
  return entries;
}

/** Indented lines, list items and blanks go on with the value above them. */
function belongs(line: string): boolean {
  return line.trim() === "" || /^\s/.test(line) || /^-(\s|$)/.test(line);
}

function isNothing(line: string): boolean {
  return line.trim() === "" || line.startsWith("#");
}

function readValue(first: string, inner: readonly string[]): JsonValue {
  const lines = inner.filter((line) => !/^\s*(#.*)?$/.test(line));
  if (lines.length === 0) return inlineValue(first);
  const items = lines.map((line) => /^\s*-\s(.*)$/s.exec(line)?.[1]?.trimStart());
  const isList = first === "" && items.every((item) => item !== undefined && !isNested(item));
  if (isList) return items.map((item) => scalar(withoutComment(item as string)));
  // `|` and `>` announce a block of text; without one, what is there is kept as it stands.
  const block = inner.map((line) => line.trim()).join(first.startsWith(">") ? " " : "\n");
  return /^[|>][+-]?$/.test(first) ? block.trim() : [first, ...inner].join("\n").trim();
}

/** Whether a list item is itself a name with a value, or a list. */
function isNested(item: string): boolean {
  return /^[\w.-]+:(\s|$)/.test(item) || /^[-[{]/.test(item);
}

function inlineValue(text: string): JsonValue {
  const [, list] = /^\[(.*)\]$/.exec(text) ?? [];
  if (list === undefined) return scalar(text);
  if (list.trim() === "") return [];
  const items = list.match(/\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)/g) ?? [];
  const texts = items.map((item) => item.replace(/,$/, "").trim());
  return texts.filter((item, i) => item !== "" || i < texts.length - 1).map(scalar);
}

function scalar(text: string): JsonValue {
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return unescaped(text);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^(null|Null|NULL|~)?$/.test(text)) return null;
  if (/^[-+]?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text);
  return text;
}

/** JSON's escapes are the ones of YAML that people use; others stay as they are. */
function unescaped(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

/** A comment begins with `#` after white space, outside of quotes. */
function withoutComment(text: string): string {
  const value = text.trim();
  if (/^["'[]/.test(value)) {
    const [quoted] =
      /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\])(?=\s+#|\s*$)/.exec(value) ?? [];
    if (quoted !== undefined) return quoted;
  }
  const comment = value.search(/(^|\s)#/);
  return comment < 0 ? value : value.slice(0, comment).trim();
}
