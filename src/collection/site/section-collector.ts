/**
 * Collects the text of a page by heading. The first heading of level 1 is the title of the page and
 * begins no section.
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
