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
    const [, heading = written, own] = /^(.*?)\s*\{#([^\s}]+)[^}]*\}$/.exec(written) ?? [];
    if (own !== undefined) return { heading, anchor: own };
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const before = this.#given.get(slug) ?? 0;
    this.#given.set(slug, before + 1);
    return { heading, anchor: before === 0 ? slug : `${slug}-${before}` };
  }
}
