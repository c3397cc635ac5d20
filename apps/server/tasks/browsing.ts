/** All documents that pass a filter, in the order of the index: what other engines answer to no query. */

import type { SearchAnswer } from "../../../src/client/index.ts";
import { countLiving, filteredDocuments } from "../../../src/search/filtered-documents.ts";
import type { Filter, Hit, StoredDocument } from "../../../src/search/index.ts";
import type { Store, Version } from "./store.ts";

/** What to browse. */
export interface BrowseInput {
  readonly index: string;
  readonly offset: number;
  readonly limit: number;
  readonly filter?: Filter | undefined;
}

/** A page of documents as hits of score 1. */
export async function browse(
  store: Store,
  { index, offset, limit, filter }: BrowseInput,
  version?: Version,
): Promise<SearchAnswer> {
  const begun = performance.now();
  const opened = await store.index(index, version);
  return opened.withReader(async ({ snapshot }) => {
    const allowed = filter && (await filteredDocuments(snapshot, filter));
    const hits: Hit[] = [];
    let passed = 0;
    for (const { base, segment, deletions } of snapshot.parts) {
      for (let i = 0; i < segment.documents.count && hits.length < limit; i++) {
        const isOut = deletions?.has(i) === true || allowed?.has(base + i) === false;
        if (isOut || passed++ < offset) continue;
        const id = snapshot.id(base + i);
        const fields = snapshot.settings.stored ? await snapshot.fieldsOf(base + i) : {};
        hits.push({ id, score: 1, document: { ...fields, id } as StoredDocument });
      }
    }
    const total = allowed === undefined ? snapshot.documentCount : countLiving(snapshot, allowed);
    return { hits, total, took: performance.now() - begun, isPartial: false, system: {} };
  });
}
