/**
 * Extracts the contents of a Markdown file: title, language, text by heading, filters.
 *
 * Front matter: `title`; `lang` or `language`; `tags`, `categories` and `category` are filters;
 * `draft: true` and `search: false` exclude the file. Anchors are those of GitHub and most
 * generators, or the one that a heading sets itself: `## Salt {#salt}`.
 */

import { defined } from "../../common/defined.ts";
import type { JsonValue } from "../document.ts";
import { parseFrontMatter } from "../formats/front-matter.ts";
import { splitMarkdownSections } from "../formats/markdown.ts";
import {
  type HiddenReason,
  type PageContent,
  type PageSection,
  parsePrimaryLanguage,
} from "./page.ts";

const FILTERS = new Map([
  ["tags", "tag"],
  ["categories", "category"],
  ["category", "category"],
]);

/** Reads a file. Any text is one. */
export async function parseMarkdownPage(markdown: string): Promise<PageContent> {
  const { values, body } = await parseFrontMatter(markdown);
  const { heading, sections } = parseSections(body);
  const title = toText(values.title) || heading;
  const hidden = findHiddenReason(values, title, sections);
  const filters = new Map<string, string[]>();
  for (const [name, filter] of FILTERS) {
    const entries = [values[name] ?? []].flat().map(toText);
    const nonEmpty = entries.filter((value) => value !== "");
    if (nonEmpty.length > 0) filters.set(filter, [...(filters.get(filter) ?? []), ...nonEmpty]);
  }
  return {
    title,
    language: parsePrimaryLanguage(toText(values.lang) || toText(values.language)),
    sections,
    filters: Object.fromEntries(filters),
    meta: {},
    isMarked: false,
    ...defined({ hidden }),
  };
}

function findHiddenReason(
  values: Readonly<Record<string, JsonValue>>,
  title: string,
  sections: readonly PageSection[],
): HiddenReason | undefined {
  if (values.draft === true) return "draft";
  if (values.search === false) return "noindex";
  return title === "" && sections.length === 0 ? "no text" : undefined;
}

/**
 * The first heading of level 1 is the title; what follows it is the text before the first section.
 */
function parseSections(body: string): { heading: string; sections: readonly PageSection[] } {
  const anchors = new HeadingAnchors();
  const sections: PageSection[] = [];
  let title: string | undefined;
  for (const { level, heading: source, text } of splitMarkdownSections(body)) {
    const { heading, anchor } =
      level === 0 ? { heading: "", anchor: "" } : anchors.createAnchor(source);
    const isTitle = level === 1 && title === undefined;
    if (isTitle) title = heading;
    const section = isTitle
      ? { level: 0, heading: "", anchor: "", text }
      : { level, heading, anchor, text };
    if (section.heading !== "" || section.text !== "") sections.push(section);
  }
  return { heading: title ?? "", sections };
}

function toText(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/**
 * Assigns ids to the headings of one page, in order, as GitHub and most generators do: lower case,
 * no punctuation, hyphens for spaces, numbered on repetition. A heading may set its own:
 * `## Salt {#salt}`.
 */
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
