/**
 * What a Markdown file says: title, language, text by heading, filters.
 *
 * Front matter: `title`; `lang` or `language`; `tags`, `categories` and
 * `category` are filters; `draft: true` and `search: false` leave the file
 * out. Anchors are those that GitHub and most generators give, or the one
 * that a heading names itself: `## Salt {#salt}`.
 */

import type { JsonValue } from "../document.ts";
import { frontMatter } from "../formats/front-matter.ts";
import { markdownSections } from "../formats/markdown.ts";
import { type HiddenReason, type PageContent, type PageSection, primaryLanguage } from "./page.ts";

const FILTERS = new Map([
  ["tags", "tag"],
  ["categories", "category"],
  ["category", "category"],
]);

/** Reads a file. Any text is one. */
export function markdownPage(markdown: string): PageContent {
  const { values, body } = frontMatter(markdown);
  const { heading, sections } = titledSections(body);
  const title = textOf(values.title) || heading;
  const hidden = hiddenBy(values, title, sections);
  const filters = new Map<string, string[]>();
  for (const [name, filter] of FILTERS) {
    const given = [values[name] ?? []].flat().map(textOf);
    const kept = given.filter((value) => value !== "");
    if (kept.length > 0) filters.set(filter, [...(filters.get(filter) ?? []), ...kept]);
  }
  return {
    title,
    language: primaryLanguage(textOf(values.lang) || textOf(values.language)),
    sections,
    filters: Object.fromEntries(filters),
    meta: {},
    isMarked: false,
    ...(hidden === undefined ? {} : { hidden }),
  };
}

function hiddenBy(
  values: Readonly<Record<string, JsonValue>>,
  title: string,
  sections: readonly PageSection[],
): HiddenReason | undefined {
  if (values.draft === true) return "draft";
  if (values.search === false) return "noindex";
  return title === "" && sections.length === 0 ? "no text" : undefined;
}

/** The first heading of level 1 is the title; what follows it is the text before the first section. */
function titledSections(body: string): { heading: string; sections: readonly PageSection[] } {
  const anchors = new Anchors();
  const sections: PageSection[] = [];
  let title: string | undefined;
  for (const { level, heading: written, text } of markdownSections(body)) {
    const { heading, anchor } = level === 0 ? { heading: "", anchor: "" } : anchors.of(written);
    const isTitle = level === 1 && title === undefined;
    if (isTitle) title = heading;
    const section = isTitle
      ? { level: 0, heading: "", anchor: "", text }
      : { level, heading, anchor, text };
    if (section.heading !== "" || section.text !== "") sections.push(section);
  }
  return { heading: title ?? "", sections };
}

/** Ids of headings: lower case, no punctuation, hyphens for spaces, numbered where they come again. */
class Anchors {
  readonly #given = new Map<string, number>();

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

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
