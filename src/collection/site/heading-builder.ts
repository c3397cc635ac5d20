/**
 * A heading while it is being read: its words, and what links to it.
 *
 * Generators put a link to the heading into the heading itself, as `#` or `¶`
 * or hidden words; such a link gives the anchor and no words. Where nothing
 * else is in the heading, the words of the link are the heading.
 */

import { toReadableText } from "./section-collector.ts";

const PERMALINK = /anchor|headerlink|permalink|hash-link/i;

/** Takes the pieces of a heading and gives its text and its anchor. */
export class HeadingBuilder {
  readonly level: number;
  readonly #words: string[] = [];
  #anchor: string;
  #link: { readonly parts: string[]; readonly isPermalink: boolean } | undefined;
  readonly #linkWords: string[] = [];

  /** `around` is the id of the section that the heading stands at the beginning of. */
  constructor(level: number, { id, around }: { readonly id: string; readonly around: string }) {
    this.level = level;
    this.#anchor = id || around;
  }

  addText(text: string): void {
    (this.#link?.parts ?? this.#words).push(text);
  }

  /** A link, or another element that may have an id, inside the heading. */
  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get("href") ?? "";
    const named = attributes.get("id") ?? (name === "a" ? attributes.get("name") : "") ?? "";
    if (this.#anchor === "") this.#anchor = named || parseFragment(href);
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

/** What follows the `#` of a link within the page. */
function parseFragment(href: string): string {
  if (!href.startsWith("#")) return "";
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}
