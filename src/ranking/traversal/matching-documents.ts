/**
 * All documents that a query matches: those that contain enough of its terms
 * and pass the filter. Exact, for the price of walking all lists of the query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { EXHAUSTED } from "../../index/snapshots/index.ts";
import { CountedDocuments, DocumentSet } from "../document-set.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkedOptions, type TraversalOptions } from "./hits.ts";
import { addListed, type ListedDocuments, withListed } from "./listed-documents.ts";

/** The living documents that match; when time runs out, those found so far. `fromLists` is a faster way, where there is one. */
export function matchingDocuments(
  view: IndexView,
  { clauses }: PreparedQuery,
  { fromLists, ...options }: TraversalOptions & { readonly fromLists?: ListedDocuments } = {},
): DocumentSet {
  const { minMatch, filter, limit } = checkedOptions(options);
  const terms = clauses.filter(({ isTerm }) => isTerm);
  if (minMatch > terms.length) return new DocumentSet(view.documentLimit);
  if (minMatch === 1 && fromLists !== undefined) {
    const listed = withListed(
      view,
      terms,
      { fromLists, limit },
      ({ words, size }) => new CountedDocuments(words.slice(), size),
    );
    if (listed !== undefined) return kept(listed, filter);
  }
  const found = new DocumentSet(view.documentLimit);
  const counts = minMatch === 1 ? undefined : new Uint32Array(view.documentLimit);
  for (const clause of terms) {
    if (counts === undefined && addListed(view, clause, found, limit)) {
      if (limit.isOver) break;
      continue;
    }
    const cursor = clause.open();
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) return kept(found, filter);
      if (counts !== undefined) {
        const now = (counts[document] as number) + 1;
        counts[document] = now;
        if (now < minMatch) continue;
      }
      found.add(document);
    }
  }
  return kept(found, filter);
}

/** How many match, of terms of which one is enough; when time runs out, how many of those found so far. */
export function countedMatches(
  view: IndexView,
  query: PreparedQuery,
  options: TraversalOptions & { readonly fromLists?: ListedDocuments },
): number {
  const { fromLists, ...others } = options;
  const { filter, limit } = checkedOptions(others);
  const counted =
    fromLists &&
    withListed(view, query.clauses, { fromLists, limit }, (lent) => kept(lent, filter).size);
  return counted ?? matchingDocuments(view, query, others).size;
}

/** Those that pass the filter, in the set itself if that can be. */
function kept(found: DocumentSet, filter: TraversalOptions["filter"]): DocumentSet {
  if (filter === undefined) return found;
  if (filter instanceof DocumentSet) {
    // The same bits as another set, for one whose size is known does not change.
    const both = DocumentSet.ofWords(found.words);
    both.keepAll(filter);
    return both;
  }
  const passing = new DocumentSet(32 * found.words.length);
  found.forEach((document) => {
    if (filter.has(document)) passing.add(document);
  });
  return passing;
}
