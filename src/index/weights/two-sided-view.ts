/**
 * An index with two-sided weights beside it. Lists, lengths and statistics are those of the index;
 * rankers with `weights=learned` read the weights.
 */

import type { IndexView, PostingsCursor, TermStatistics } from "../snapshots/index-view.ts";
import type { TermWeights } from "./term-weights.ts";

/** An index without weights of its own, and weights for it. */
export class TwoSidedView implements IndexView {
  readonly plain: IndexView;
  readonly weights: TermWeights;
  readonly documentLimit: number;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly hasPositions: boolean;
  readonly maxCollectionFrequency: number | undefined;

  constructor(plain: IndexView, weights: TermWeights) {
    this.plain = plain;
    this.weights = weights;
    this.documentLimit = plain.documentLimit;
    this.documentCount = plain.documentCount;
    this.totalLength = plain.totalLength;
    this.hasPositions = plain.hasPositions;
    this.maxCollectionFrequency = plain.maxCollectionFrequency;
  }

  get needLists(): IndexView["needLists"] {
    return this.plain.needLists;
  }

  term(term: string): TermStatistics | undefined {
    return this.plain.term(term);
  }

  postings(term: string): PostingsCursor | undefined {
    return this.plain.postings(term);
  }

  length(document: number): number {
    return this.plain.length(document);
  }

  id(document: number): string {
    return this.plain.id(document);
  }

  compareIds(a: number, b: number): number {
    return this.plain.compareIds(a, b);
  }

  find(id: string): number | undefined {
    return this.plain.find(id);
  }

  readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    return this.plain.readTerms(document);
  }

  termsFrom(start: string, limit: number): readonly string[] {
    return this.plain.termsFrom(start, limit);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    return this.plain.termsWithPrefix(prefix, limit);
  }
}
