/**
 * The ids that headings of Markdown get, as GitHub and most generators give them:
 * lower case, no punctuation, hyphens for spaces, numbered where they come again.
 * A heading may name its own: `## Salt {#salt}`.
 */

/** Gives the headings of one page their ids, in order. */
export class HeadingAnchors {
  readonly #given = new Map<string, number>();

  /** The text of a heading without its own id, and its id. */
  of(written: string): { heading: string; anchor: string } {
    const begin = written.lastIndexOf("{#");
    const own =
      begin < 0 ? undefined : /^\{#([^\s}]+)(?:\s[^}]*)?\}$/.exec(written.slice(begin))?.[1];
    if (own !== undefined) return { heading: written.slice(0, begin).trimEnd(), anchor: own };
    const slug = written
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const before = this.#given.get(slug) ?? 0;
    this.#given.set(slug, before + 1);
    return { heading: written, anchor: before === 0 ? slug : `${slug}-${before}` };
  }
}
