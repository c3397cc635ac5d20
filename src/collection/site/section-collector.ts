/** Gathers the text of a page by heading. The first heading of level 1 is the title of the page and begins no section. */

import { collapseWhitespace } from "../formats/collapse-whitespace.ts";
import { decodeEntities } from "../formats/entities.ts";
import type { PageSection } from "./page.ts";

/** A heading as it stands in the page. */
export interface PageHeading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** Text and headings go in, in order; sections come out. */
export class SectionCollector {
  /** The first heading of level 1, if there is one. */
  title: string | undefined;
  readonly #sections: (PageHeading & { readonly parts: string[] })[] = [
    { level: 0, text: "", anchor: "", parts: [] },
  ];

  /** A piece of text, not decoded. */
  addText(text: string): void {
    this.#sections.at(-1)?.parts.push(text);
  }

  /** A heading, decoded. */
  startSection(heading: PageHeading): void {
    if (heading.level === 1 && this.title === undefined && heading.text !== "") {
      this.title = heading.text;
      this.addText(" ");
    } else this.#sections.push({ ...heading, parts: [] });
  }

  /** The sections that have a heading or a text. */
  finish(): readonly PageSection[] {
    return this.#sections.flatMap(({ level, text: heading, anchor, parts }) => {
      const text = toReadableText(parts);
      return heading === "" && text === "" ? [] : [{ level, heading, anchor, text }];
    });
  }
}

/** Pieces of a page as one decoded text. */
export function toReadableText(parts: readonly string[]): string {
  return collapseWhitespace(decodeEntities(parts.join("")));
}
