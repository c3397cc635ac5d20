/**
 * A collection of statistics only: a number of documents with a mean length, terms with given
 * frequencies, and no posting.
 */

import type { IndexView, TermStatistics } from "../../index/index.ts";
import { PostingsList } from "../../ranking/postings-list.ts";

export interface StatisticsCollectionOptions {
  readonly documentCount: number;
  readonly averageLength: number;
  readonly terms: Readonly<Record<string, TermStatistics>>;
}

const NO_POSTINGS = new PostingsList([], [], []);

export function createStatisticsCollection({
  documentCount,
  averageLength,
  terms,
}: StatisticsCollectionOptions): IndexView {
  return {
    documentLimit: 0,
    documentCount,
    totalLength: documentCount * averageLength,
    hasPositions: true,
    term: (term) => terms[term],
    postings: (term) => (terms[term] === undefined ? undefined : NO_POSTINGS.open()),
    length: () => 0,
    id: String,
    compareIds: (a, b) => a - b,
    find: () => undefined,
    readTerms: async () => new Map(),
    termsFrom: () => Object.keys(terms),
    termsWithPrefix: () => Object.keys(terms),
  };
}
