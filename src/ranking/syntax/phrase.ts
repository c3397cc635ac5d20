/** Phrases: the documents with a phrase's terms at the same distances as in the query, as a set or as postings. */

import { badArgument } from "../../common/errors.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { DocumentSet } from "../document-set.ts";
import { PostingsList } from "../postings-list.ts";
import { forEachCommonDocument } from "../traversal/common-documents.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/**
 * `offsets` are the positions of the terms in the phrase; stop words leave gaps as
 * in the index. Incomplete once `limit` is over.
 */
export function findPhraseDocuments(
  view: IndexView,
  terms: readonly string[],
  offsets: readonly number[],
  limit: TimeLimit,
): DocumentSet {
  const documents = new DocumentSet(view.documentLimit);
  forEachCommonDocument(view, terms, limit, (document, positions) => {
    if (hasPhrase(positions, offsets, limit)) documents.add(document);
  });
  return documents;
}

/**
 * Whether the terms occur at these offsets somewhere. All lists are read together
 * from front to back: a term that occurs too late moves the phrase there, so no
 * position is read twice.
 */
export function hasPhrase(
  positions: readonly Uint32Array[],
  offsets: readonly number[],
  limit: TimeLimit,
): boolean {
  const at = new Uint32Array(positions.length);
  let start = 0; // the earliest possible start of the phrase
  for (let matchCount = 0, i = 0; matchCount < positions.length; i = (i + 1) % positions.length) {
    const list = positions[i] as Uint32Array;
    const offset = offsets[i] as number;
    let next = at[i] as number;
    while (next < list.length && (list[next] as number) - offset < start) {
      next++;
      if (limit.count()) return false;
    }
    if (next === list.length || limit.count()) return false;
    at[i] = next;
    const phraseStart = (list[next] as number) - offset;
    matchCount = phraseStart === start ? matchCount + 1 : 1;
    start = phraseStart;
  }
  return true;
}

/** The terms occur one after another. `BAD_ARGUMENT` for an index without positions. */
export function createPhrasePostings(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
): PostingsList {
  if (!view.hasPositions) {
    throw badArgument("synonyms of several words need an index with positions");
  }
  const documents: number[] = [];
  const frequencies: number[] = [];
  if (terms.every((term) => view.term(term) !== undefined)) {
    forEachCommonDocument(view, terms, limit, (document, positions) => {
      const [first = new Uint32Array(0), ...others] = positions;
      const laterPositions = others.map((list) => new Set(list));
      const count = first.filter((position) =>
        laterPositions.every((set, i) => set.has(position + i + 1)),
      ).length;
      if (count === 0) return;
      documents.push(document);
      frequencies.push(count);
    });
  }
  return new PostingsList(documents, frequencies);
}
