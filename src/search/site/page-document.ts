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

/** How much a word counts in each part of a page. */
const WEIGHTS = { title: 5, headings: 5, body: 1 };

/** The fields of an index of pages with these filters. */
export function pageFields(filters: readonly string[]): SchemaOptions {
  return {
    title: { weight: WEIGHTS.title },
    headings: { weight: WEIGHTS.headings },
    body: { weight: WEIGHTS.body },
    ...Object.fromEntries(filters.map((name) => [`filter.${name}`, "keyword[]" as const])),
  };
}

/** The names of all filters of pages, in byte order, as they can be names of fields. */
export function filterNames(pages: readonly SitePage[]): readonly string[] {
  return [...new Set(pages.flatMap(({ filters }) => Object.keys(filters).map(fieldName)))].sort();
}

/** The document of a page. Its id is its address; that of the first page is `./`. */
export function pageDocument({ url, title, sections, filters, meta }: SitePage): IndexableDocument {
  const line = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const joined = (texts: readonly string[]): string => texts.map(line).join("\n");
  const kept: Record<string, JsonValue> = {};
  for (const [name, values] of Object.entries(filters)) {
    const before = (kept[fieldName(name)] as readonly string[] | undefined) ?? [];
    kept[fieldName(name)] = [...before, ...values];
  }
  return {
    id: url === "" ? "./" : url,
    fields: {
      title: line(title),
      headings: joined(sections.map(({ heading }) => heading)),
      anchors: joined(sections.map(({ anchor }) => anchor)),
      body: joined(sections.map(({ text }) => text)),
      ...(Object.keys(kept).length > 0 ? { filter: kept } : {}),
      ...(Object.keys(meta).length > 0 ? { meta } : {}),
    },
  };
}

/** A dot would be a step into an object, and some names cannot be fields. */
function fieldName(name: string): string {
  return name.replaceAll(/[.\p{Cc}]/gu, "_").replace(/^__proto__$/, "_proto_");
}
