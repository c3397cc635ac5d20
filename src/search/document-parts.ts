/** Changes that need the documents of the index: parts of documents, and deletion by a filter. */

import type { SearchDocument } from "../api/document-type.ts";
import type { Filter } from "../api/filter.ts";
import { badArgument, describeValue, quote, TermwiseError } from "../common/errors.ts";
import { filterDocuments } from "./filter-documents.ts";
import type { IndexReader } from "./index-reader.ts";
import { toIdText, toStoredDocument } from "./search-document.ts";

/**
 * The documents that parts belong to, each with the properties of its part in place of its own;
 * null removes a property. Parts of the same document follow one another. `NOT_FOUND` for an
 * unknown id, `BAD_ARGUMENT` if the index does not store its documents.
 */
export async function* mergeParts(
  { snapshot }: IndexReader,
  parts: Iterable<SearchDocument> | AsyncIterable<SearchDocument>,
): AsyncGenerator<SearchDocument> {
  const { stored, vectors } = snapshot.settings;
  if (!stored) {
    throw badArgument("the index does not store its documents, so parts cannot be changed");
  }
  const merged = new Map<string, SearchDocument>();
  for await (const part of parts) {
    if (typeof part !== "object" || part === null || Array.isArray(part)) {
      throw badArgument(`a part must be an object with an id, got ${describeValue(part)}`);
    }
    const id = toIdText(part.id);
    const number = snapshot.find(id);
    if (number === undefined) {
      throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
    }
    if (vectors !== undefined && vectors.model === undefined && part.vector === undefined) {
      throw badArgument(
        `document ${quote(id)}: a part needs the vector of the document, which is not stored among its properties`,
      );
    }
    const before = merged.get(id) ?? toStoredDocument(id, await snapshot.readStoredFields(number));
    // As entries: assigning to a property named __proto__ would drop it without an error.
    const changed = Object.entries({ ...part, id }).filter(([, value]) => value !== undefined);
    const removed = new Set(changed.flatMap(([name, value]) => (value === null ? [name] : [])));
    const properties = Object.entries({ ...before, ...Object.fromEntries(changed) });
    const document = Object.fromEntries(
      properties.filter(([name]) => !removed.has(name)),
    ) as unknown as SearchDocument;
    merged.set(id, document);
    yield document;
  }
}

/** The ids of the documents that pass a filter. */
export async function findIds(
  { snapshot }: IndexReader,
  filter: Filter | string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const matches = await filterDocuments(snapshot, filter);
  for (const { base, segment, deletions } of snapshot.parts) {
    matches.forEachBetween(base, base + segment.documents.count, (number) => {
      if (deletions?.has(number - base) !== true) ids.push(snapshot.id(number));
    });
  }
  return ids;
}
