/**
 * Collects the text and the headings of a page. The first heading of level 1 is the title of the
 * page and begins no section.
 */

import { collapseWhitespace } from "../formats/collapse-whitespace.ts";
import { decodeEntities } from "../formats/entities.ts";
import type { PageSection } from "./page.ts";

/** A heading as it occurs in the page. */
export interface PageHeading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** Receives text and headings in order, and returns sections. */
export class SectionCollector {
  /** The first heading of level 1, if there is one. */
  title: string | undefined;
  readonly #sections: (PageHeading & { readonly parts: string[] })[] = [
    { level: 0, text: "", anchor: "", parts: [] },
  ];

  /** Adds a piece of text, not decoded. */
  addText(text: string): void {
    this.#sections.at(-1)?.parts.push(text);
  }

  /** Begins a section with a decoded heading. */
  startSection(heading: PageHeading): void {
    if (heading.level === 1 && this.title === undefined && heading.text !== "") {
      this.title = heading.text;
      this.addText(" ");
    } else this.#sections.push({ ...heading, parts: [] });
  }

  /** The sections with a heading or a text. */
  finish(): readonly PageSection[] {
    return this.#sections.flatMap(({ level, text: heading, anchor, parts }) => {
      const text = toReadableText(parts);
      return heading === "" && text === "" ? [] : [{ level, heading, anchor, text }];
    });
  }
}

/** Joins and decodes pieces of a page. */
export function toReadableText(parts: readonly string[]): string {
  return collapseWhitespace(decodeEntities(parts.join("")));
}

const PERMALINK = /anchor|headerlink|permalink|hash-link/i;

/**
 * Collects the pieces of a heading and returns its text and its anchor.
 *
 * Generators put a link to the heading into the heading itself, as `#` or `¶` or hidden text; such
 * a link sets the anchor and adds no text. If the heading contains nothing else, the text of the
 * link is the heading.
 */
export class HeadingBuilder {
  readonly level: number;
  readonly #words: string[] = [];
  #anchor: string;
  #link: { readonly parts: string[]; readonly isPermalink: boolean } | undefined;
  readonly #linkWords: string[] = [];

  /** `around` is the id of the section that begins with the heading. */
  constructor(level: number, { id, around }: { readonly id: string; readonly around: string }) {
    this.level = level;
    this.#anchor = id || around;
  }

  addText(text: string): void {
    (this.#link?.parts ?? this.#words).push(text);
  }

  /** Handles a link, or another element that may have an id, inside the heading. */
  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get("href") ?? "";
    const id = attributes.get("id") ?? (name === "a" ? attributes.get("name") : "") ?? "";
    if (this.#anchor === "") this.#anchor = id || parseFragment(href);
    if (name !== "a" || !href.startsWith("#")) return;
    this.#endLink();
    const isPermalink = PERMALINK.test(attributes.get("class") ?? "");
    this.#link = { parts: [], isPermalink };
  }

  close(name: string): void {
    if (name === "a") this.#endLink();
  }

  finish(): { readonly level: number; readonly text: string; readonly anchor: string } {
    this.#endLink();
    const text = toReadableText(this.#words) || toReadableText(this.#linkWords);
    return { level: this.level, text, anchor: this.#anchor };
  }

  #endLink(): void {
    if (this.#link === undefined) return;
    const { parts, isPermalink } = this.#link;
    this.#link = undefined;
    const isWords = !isPermalink && /[\p{L}\p{N}]/u.test(toReadableText(parts));
    (isWords ? this.#words : this.#linkWords).push(...parts);
  }
}

/** The part after the `#` of a link within the page. */
function parseFragment(href: string): string {
  if (!href.startsWith("#")) return "";
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}
