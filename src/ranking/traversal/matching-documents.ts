/**
 * All documents that a query matches: those that contain enough of its terms and
 * pass the filter. Exact; reads all lists of the query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { EXHAUSTED } from "../../index/snapshots/index.ts";
import { CountedDocumentSet, DocumentSet } from "../document-set.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, type TraversalOptions } from "./hits.ts";
import { addStoredDocuments, type StoredListReader, withStoredDocuments } from "./stored-lists.ts";

/**
 * The live documents that match; when time runs out, those found so far. `fromLists`
 * is a faster reader, where available.
 */
export function findMatchingDocuments(
  view: IndexView,
  { clauses }: PreparedQuery,
  { fromLists, ...options }: TraversalOptions & { readonly fromLists?: StoredListReader } = {},
): DocumentSet {
  const { minMatch, filter, limit } = checkOptions(options);
  const terms = clauses.filter(({ isTerm }) => isTerm);
  if (minMatch > terms.length) return new DocumentSet(view.documentLimit);
  if (minMatch === 1 && fromLists !== undefined) {
    const stored = withStoredDocuments(
      view,
      terms,
      { fromLists, limit },
      ({ words, size }) => new CountedDocumentSet(words.slice(), size),
    );
    if (stored !== undefined) return applyFilter(stored, filter);
  }
  const matches = new DocumentSet(view.documentLimit);
  const counts = minMatch === 1 ? undefined : new Uint32Array(view.documentLimit);
  for (const clause of terms) {
    if (counts === undefined && addStoredDocuments(view, clause, matches, limit)) {
      if (limit.isOver) break;
      continue;
    }
    const cursor = clause.open();
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) return applyFilter(matches, filter);
      if (counts !== undefined) {
        const newCount = (counts[document] as number) + 1;
        counts[document] = newCount;
        if (newCount < minMatch) continue;
      }
      matches.add(document);
    }
  }
  return applyFilter(matches, filter);
}

/**
 * The number of documents that contain any of the terms; when time runs out, of
 * those found so far.
 */
export function countMatchingDocuments(
  view: IndexView,
  query: PreparedQuery,
  options: TraversalOptions & { readonly fromLists?: StoredListReader },
): number {
  const { fromLists, ...others } = options;
  const { filter, limit } = checkOptions(others);
  const storedCount =
    fromLists &&
    withStoredDocuments(
      view,
      query.clauses,
      { fromLists, limit },
      (documents) => applyFilter(documents, filter).size,
    );
  return storedCount ?? findMatchingDocuments(view, query, others).size;
}

/** The documents that pass the filter; reuses the set if possible. */
function applyFilter(documents: DocumentSet, filter: TraversalOptions["filter"]): DocumentSet {
  if (filter === undefined) return documents;
  if (filter instanceof DocumentSet) {
    // A new set over the same bits, since a counted set is immutable.
    const intersection = DocumentSet.fromWords(documents.words);
    intersection.keepAll(filter);
    return intersection;
  }
  const accepted = new DocumentSet(32 * documents.words.length);
  documents.forEach((document) => {
    if (filter.has(document)) accepted.add(document);
  });
  return accepted;
}
