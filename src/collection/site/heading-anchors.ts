/**
 * The ids of Markdown headings as GitHub and most generators assign them: lower case, no
 * punctuation, hyphens for spaces, numbered on repetition. A heading may set its own: `## Salt
 * {#salt}`.
 */

/** Assigns ids to the headings of one page, in order. */
export class HeadingAnchors {
  readonly #counts = new Map<string, number>();

  /** The text of a heading without its own id, and its id. */
  createAnchor(source: string): { heading: string; anchor: string } {
    const begin = source.lastIndexOf("{#");
    const own =
      begin < 0 ? undefined : /^\{#([^\s}]+)(?:\s[^}]*)?\}$/.exec(source.slice(begin))?.[1];
    if (own !== undefined) return { heading: source.slice(0, begin).trimEnd(), anchor: own };
    const slug = source
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const before = this.#counts.get(slug) ?? 0;
    this.#counts.set(slug, before + 1);
    return { heading: source, anchor: before === 0 ? slug : `${slug}-${before}` };
  }
}
