/**
 * All documents that a query matches: those that contain enough of its terms
 * and pass the filter. Exact, for the price of walking all lists of the query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { EXHAUSTED } from "../../index/snapshots/index.ts";
import { CountedDocumentSet, DocumentSet } from "../document-set.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, type TraversalOptions } from "./hits.ts";
import { addStoredDocuments, type StoredListReader, withStoredDocuments } from "./stored-lists.ts";

/** The living documents that match; when time runs out, those found so far. `fromLists` is a faster way, where there is one. */
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
        const now = (counts[document] as number) + 1;
        counts[document] = now;
        if (now < minMatch) continue;
      }
      matches.add(document);
    }
  }
  return applyFilter(matches, filter);
}

/** How many match, of terms of which one is enough; when time runs out, how many of those found so far. */
export function countMatchingDocuments(
  view: IndexView,
  query: PreparedQuery,
  options: TraversalOptions & { readonly fromLists?: StoredListReader },
): number {
  const { fromLists, ...others } = options;
  const { filter, limit } = checkOptions(others);
  const counted =
    fromLists &&
    withStoredDocuments(
      view,
      query.clauses,
      { fromLists, limit },
      (documents) => applyFilter(documents, filter).size,
    );
  return counted ?? findMatchingDocuments(view, query, others).size;
}

/** Those that pass the filter, in the set itself if that can be. */
function applyFilter(documents: DocumentSet, filter: TraversalOptions["filter"]): DocumentSet {
  if (filter === undefined) return documents;
  if (filter instanceof DocumentSet) {
    // The same bits as another set, for one whose size is known does not change.
    const both = DocumentSet.fromWords(documents.words);
    both.keepAll(filter);
    return both;
  }
  const passing = new DocumentSet(32 * documents.words.length);
  documents.forEach((document) => {
    if (filter.has(document)) passing.add(document);
  });
  return passing;
}
