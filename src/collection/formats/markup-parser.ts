/**
 * Tokenises the tags and text of SGML and HTML, in linear time.
 *
 * It is tolerant, because real files are careless: a `<` that starts no tag, and a tag, comment or
 * quote that never ends, are text. Comments, declarations and processing instructions are skipped.
 * Attributes are parsed on demand.
 */

import { decodeEntities } from "./entities.ts";

/** Text is not decoded, and a run of it may come in several pieces. */
export type MarkupEvent = "text" | "open" | "close" | "end";

export interface MarkupOptions {
  /** Whether a `>` inside a quoted attribute value belongs to the tag, as in HTML. */
  quotes?: boolean;
}

export class MarkupParser {
  /** Name of the current tag, in lower case. */
  name = "";
  /** The current piece of text. */
  text = "";

  readonly #source: string;
  #quotes: boolean;
  #at = 0;
  /** The start of the attributes of the current tag. */
  #attributesAt = 0;
  /** From these offsets on there is no `>`, and no end of a comment. */
  #lastEnd = Infinity;
  #lastComment = Infinity;

  constructor(source: string, { quotes = false }: MarkupOptions = {}) {
    this.#source = source;
    this.#quotes = quotes;
  }

  next(): MarkupEvent {
    const source = this.#source;
    while (this.#at < source.length) {
      if (source.charCodeAt(this.#at) !== LESS) return this.#readText(this.#at);
      const after = source.charCodeAt(this.#at + 1);
      const isClose = after === SLASH;
      const nameAt = this.#at + (isClose ? 2 : 1);
      const isTag = isLetter(source.charCodeAt(nameAt));
      if (!isTag && after !== EXCLAMATION && after !== QUESTION) {
        return this.#readText(this.#at + 1);
      }
      const end = isTag ? this.#findTagEnd(nameAt) : this.#findDeclarationEnd();
      if (end < 0) return this.#readText(this.#at + 1);
      this.#at = end;
      if (!isTag) continue;
      this.name = readTagName(source, nameAt);
      this.#attributesAt = nameAt + this.name.length;
      return isClose ? "close" : "open";
    }
    return "end";
  }

  /**
   * The attributes of the tag that `next` has just returned, by lower-case name, decoded. The first
   * of two with the same name counts, as in HTML.
   */
  parseAttributes(): ReadonlyMap<string, string> {
    return parseAttributeText(this.#source.slice(this.#attributesAt, this.#at - 1));
  }

  /** Skips everything up to the closing tag of an element whose content is not text. */
  skipElement(name: string): void {
    const source = this.#source;
    for (let at = this.#at; ; at++) {
      at = source.indexOf("</", at);
      if (at < 0) {
        this.#at = source.length;
        return;
      }
      if (source.slice(at + 2, at + 2 + name.length).toLowerCase() === name) {
        this.#at = at;
        return;
      }
    }
  }

  #readText(searchFrom: number): MarkupEvent {
    const next = this.#source.indexOf("<", searchFrom);
    const end = next < 0 ? this.#source.length : next;
    this.text = this.#source.slice(this.#at, end);
    this.#at = end;
    return "text";
  }

  /** Offset after the tag's `>`; -1 if it has none. */
  #findTagEnd(from: number): number {
    const plain = this.#find(">", from);
    if (plain < 0 || !this.#quotes) return plain < 0 ? -1 : plain + 1;
    const source = this.#source;
    for (let at = from; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === GREATER) return at + 1;
      if ((code === QUOTE || code === APOSTROPHE) && followsEquals(source, at)) {
        at = source.indexOf(source[at] as string, at + 1);
        if (at < 0) break;
      }
    }
    // Quotes here are unbalanced. Checking again at every tag could take quadratic time.
    this.#quotes = false;
    return plain + 1;
  }

  #findDeclarationEnd(): number {
    if (!this.#source.startsWith("<!--", this.#at)) {
      const end = this.#find(">", this.#at);
      return end < 0 ? -1 : end + 1;
    }
    if (this.#at >= this.#lastComment) return -1;
    const end = this.#source.indexOf("-->", this.#at + 4);
    if (end < 0) this.#lastComment = this.#at;
    return end < 0 ? -1 : end + 3;
  }

  /** Caches a failed search, so that a thousand unclosed tags do not search a thousand times. */
  #find(mark: string, from: number): number {
    if (from >= this.#lastEnd) return -1;
    const at = this.#source.indexOf(mark, from);
    if (at < 0) this.#lastEnd = from;
    return at;
  }
}

/** A name, optionally with a value: in double quotes, in single quotes, or bare. */
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/** The attributes of an opening tag, by lower-case name, decoded: `<DOC id="a1">` has `id`. */
export function parseTagAttributes(tag: string): ReadonlyMap<string, string> {
  return parseAttributeText(tag.slice(1 + readTagName(tag, 1).length, -1));
}

function parseAttributeText(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isNamePart(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f;
}

function readTagName(source: string, from: number): string {
  let end = from;
  while (end < source.length && isNamePart(source.charCodeAt(end))) end++;
  return source.slice(from, end).toLowerCase();
}

function followsEquals(source: string, at: number): boolean {
  let before = at - 1;
  while (source.charCodeAt(before) === 0x20) before--;
  return source.charCodeAt(before) === 0x3d;
}
