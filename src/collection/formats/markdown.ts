/**
 * Extracts the readable text of Markdown: what a rendered page would show.
 *
 * Marks of headings, lists, quotes, tables, rules and emphasis are removed; links and images leave
 * their text; code is unchanged, without its fences; HTML loses its tags. Lines stay lines. It is
 * tolerant, as Markdown is: an unclosed mark is text. Everything is linear in the length of the
 * text.
 */

import { decodeEntities } from "./entities.ts";
import { stripInlineMarks } from "./markdown-inline.ts";
import { MarkupParser } from "./markup-parser.ts";

export interface MarkdownText {
  /** The first heading; empty if there is none. */
  readonly heading: string;
  readonly text: string;
}

export function extractMarkdownText(markdown: string): MarkdownText {
  return parseBlocks(markdown).finish();
}

/** A heading with the text up to the next one. */
export interface MarkdownSection {
  /** 1 to 6; 0 for the text before the first heading, which has no heading. */
  readonly level: number;
  readonly heading: string;
  readonly text: string;
}

/** The text in sections, one per heading, after the text before the first heading. */
export function splitMarkdownSections(markdown: string): readonly MarkdownSection[] {
  return parseBlocks(markdown).sections();
}

function parseBlocks(markdown: string): BlockParser {
  const blocks = new BlockParser();
  for (const line of markdown.split("\n")) blocks.parseLine(line.trimEnd());
  return blocks;
}

class BlockParser {
  readonly #out: string[] = [];
  /** Lines of the current paragraph: emphasis may cross their ends. */
  #paragraph: string[] = [];
  /** What closes the open fence. */
  #fence: string | undefined;
  #heading = "";
  /** Level of each heading, and its index in the output. */
  readonly #headings: { readonly level: number; readonly at: number }[] = [];

  parseLine(line: string): void {
    const [start = "", marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = marks?.startsWith("`") && line.includes("`", start.length); // inline code
    const fence = isCode ? undefined : marks;
    if (this.#fence !== undefined) {
      const isClosing = fence?.startsWith(this.#fence) && line.trim() === fence;
      if (isClosing) this.#fence = undefined;
      else this.#out.push(line);
    } else if (fence !== undefined) {
      this.#flush();
      this.#fence = fence;
    } else this.#parseBlock(line.replace(/^(?: {0,3}> ?)+/, ""));
  }

  /** Handles a line outside of code, without the marks of a quotation. */
  #parseBlock(line: string): void {
    const [, marks = "", heading = ""] = /^ {0,3}(#{1,6})(?:[ \t]+(.*)|$)/.exec(line) ?? [];
    const isUnderline = this.#paragraph.length > 0 && /^ {0,3}(=+|-+)$/.test(line);
    if (line.trim() === "") this.#pushLine("");
    else if (marks !== "") this.#addHeading(trimClosingMarks(heading), marks.length);
    else if (isUnderline) this.#addUnderlinedHeading(line.includes("=") ? 1 : 2);
    else if (isRule(line) || isTableRule(line)) this.#flush();
    else if (!isDefinition(line)) this.#addText(line);
  }

  /** Handles a line of a paragraph, of a list, or of a table. */
  #addText(line: string): void {
    const item = line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, "");
    const isItem = item.length < line.length;
    if (isItem) this.#flush();
    if (/^\s*\|.*\|$/.test(item)) this.#pushLine(joinTableCells(item));
    else this.#paragraph.push(isItem ? item : item.replace(/^\[\^[^\]]+\]:\s*/, "").trimStart());
  }

  finish(): MarkdownText {
    this.#flush();
    return { heading: this.#heading, text: this.#out.join("\n").trim() };
  }

  sections(): MarkdownSection[] {
    this.#flush();
    const out = this.#out;
    const headings = this.#headings;
    const textFrom = (from: number, next: number): string =>
      out.slice(from, headings[next]?.at).join("\n").trim();
    return [
      { level: 0, heading: "", text: textFrom(0, 0) },
      ...headings.map(({ level, at }, i) => {
        return { level, heading: out[at] as string, text: textFrom(at + 1, i + 1) };
      }),
    ];
  }

  #addHeading(heading: string, level: number): void {
    this.#flush();
    const text = toReadableText(heading);
    if (this.#heading === "") this.#heading = text;
    this.#headings.push({ level, at: this.#out.length });
    this.#out.push(text);
  }

  /** A line of `===` or `---` turns the paragraph above it into a heading. */
  #addUnderlinedHeading(level: number): void {
    const heading = this.#paragraph.join(" ");
    this.#paragraph = [];
    this.#addHeading(heading, level);
  }

  #pushLine(line: string): void {
    this.#flush();
    this.#out.push(toReadableText(line));
  }

  #flush(): void {
    if (this.#paragraph.length > 0) this.#out.push(toReadableText(this.#paragraph.join("\n")));
    this.#paragraph = [];
  }
}

/** Removes the marks that may close a heading. */
function trimClosingMarks(heading: string): string {
  let end = heading.length;
  while (end > 0 && "# \t".includes(heading[end - 1] as string)) end--;
  return heading.slice(0, end);
}

/** `---`, `* * *`, `___` on a line of its own. */
function isRule(line: string): boolean {
  const marks = line.replaceAll(/\s/g, "");
  return marks.length >= 3 && /^(-+|\*+|_+)$/.test(marks);
}

/** The line below the header of a table. */
function isTableRule(line: string): boolean {
  return line.includes("-") && line.includes("|") && /^[\s|:-]+$/.test(line);
}

/** `[name]: address`, which is not rendered. A footnote, `[^1]: text`, is. */
function isDefinition(line: string): boolean {
  return /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S+(\s+("[^"]*"|'[^']*'|\([^)]*\)))?\s*$/.test(line);
}

function joinTableCells(line: string): string {
  return line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join("  ");
}

/** Removes marks first, then tags; code stays unchanged. */
function toReadableText(text: string): string {
  return stripInlineMarks(text, (plain) => decodeEntities(stripTags(plain)));
}

function stripTags(text: string): string {
  if (!text.includes("<")) return text;
  const markup = new MarkupParser(text, { quotes: true });
  const parts: string[] = [];
  for (let event = markup.next(); event !== "end"; event = markup.next()) {
    if (event === "text") parts.push(markup.text);
    else if (event === "open" && /^(script|style)$/.test(markup.name))
      markup.skipElement(markup.name);
    else if (markup.name === "br") parts.push(" ");
  }
  return parts.join("");
}
