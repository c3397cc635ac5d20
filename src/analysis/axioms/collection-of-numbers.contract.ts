/**
 * A collection that is statistics alone: so many documents of some mean
 * length, terms with the frequencies that a test wants, and no posting.
 */

import type { IndexView, TermStatistics } from "../../index/index.ts";
import { PostingsList } from "../../ranking/postings-list.ts";

export interface CollectionNumbers {
  readonly documentCount: number;
  readonly averageLength: number;
  readonly terms: Readonly<Record<string, TermStatistics>>;
}

const NOTHING = new PostingsList([], [], []);

export function collectionOfNumbers({
  documentCount,
  averageLength,
  terms,
}: CollectionNumbers): IndexView {
  return {
    documentLimit: 0,
    documentCount,
    totalLength: documentCount * averageLength,
    hasPositions: true,
    term: (term) => terms[term],
    postings: (term) => (terms[term] === undefined ? undefined : NOTHING.open()),
    length: () => 0,
    id: String,
    compareIds: (a, b) => a - b,
    find: () => undefined,
    termsOf: async () => new Map(),
    termsFrom: () => Object.keys(terms),
    termsWithPrefix: () => Object.keys(terms),
  };
}
