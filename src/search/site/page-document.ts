/**
 * A page of a site as a document of an index with fields.
 *
 * `headings`, `anchors` and `body` have one line per section (section-results.ts).
 * Filters are in `filter`, one field each.
 */

import type { JsonValue } from "../../collection/document.ts";
import type { SitePage } from "../../collection/site/index.ts";
import type { IndexableDocument } from "../../index/index.ts";
import type { SchemaOptions } from "../../index/schema/index.ts";

/** The weight of a word in each part of a page. */
const WEIGHTS = { title: 5, headings: 5, body: 1 };

/** The fields of an index of pages with these filters. */
export function createPageSchema(filters: readonly string[]): SchemaOptions {
  return {
    title: { weight: WEIGHTS.title },
    headings: { weight: WEIGHTS.headings },
    body: { weight: WEIGHTS.body },
    ...Object.fromEntries(filters.map((name) => [`filter.${name}`, "keyword[]" as const])),
  };
}

/** The names of all filters of pages, in byte order, as valid field names. */
export function listFilterNames(pages: readonly SitePage[]): readonly string[] {
  return [...new Set(pages.flatMap(({ filters }) => Object.keys(filters).map(toFieldName)))].sort();
}

/** The document of a page. Its id is its address; that of the first page is `./`. */
export function toPageDocument({
  url,
  title,
  sections,
  filters,
  meta,
}: SitePage): IndexableDocument {
  const collapseSpace = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const joinLines = (texts: readonly string[]): string => texts.map(collapseSpace).join("\n");
  const filterValues: Record<string, JsonValue> = {};
  for (const [name, values] of Object.entries(filters)) {
    const before = (filterValues[toFieldName(name)] as readonly string[] | undefined) ?? [];
    filterValues[toFieldName(name)] = [...before, ...values];
  }
  return {
    id: url === "" ? "./" : url,
    fields: {
      title: collapseSpace(title),
      headings: joinLines(sections.map(({ heading }) => heading)),
      anchors: joinLines(sections.map(({ anchor }) => anchor)),
      body: joinLines(sections.map(({ text }) => text)),
      ...(Object.keys(filterValues).length > 0 ? { filter: filterValues } : {}),
      ...(Object.keys(meta).length > 0 ? { meta } : {}),
    },
  };
}

/** A dot would mean a nested property, and some names cannot be fields. */
function toFieldName(name: string): string {
  return name.replaceAll(/[.\p{Cc}]/gu, "_").replace(/^__proto__$/, "_proto_");
}
