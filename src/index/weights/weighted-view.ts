/**
 * An index in which every occurrence of a term counts as the weight of the term: S' = tf · weight
 * instead of tf (Frej et al., SIGIR 2020, Eq. 7).
 *
 * Frequencies, lengths, collection frequencies and the total length are all sums of weights over
 * the whole collection, so every ranker works on it as on any index. Terms of weight 0 do not
 * exist; documents that become empty remain and count in the mean length. With all weights 1 every
 * number equals the plain index's to the last bit. Positions and windows are not weighted.
 */

import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "../snapshots/index-view.ts";
import type { TermWeights } from "./term-weights.ts";

/** A snapshot never changes, so its weighted view is created once per table. */
const viewCache = new WeakMap<IndexView, { weights: TermWeights; view: WeightedView }>();

/**
 * The index with occurrence weights applied; the index itself if it has none. The first call reads
 * all postings.
 */
export function withTermWeights(
  view: IndexView,
  weights: TermWeights | undefined = view.weights,
): IndexView {
  if (weights === undefined || weights.isTwoSided || view instanceof WeightedView) return view;
  const before = viewCache.get(view);
  if (before?.weights === weights) return before.view;
  const weighted = new WeightedView(view, weights);
  viewCache.set(view, { weights, view: weighted });
  return weighted;
}

/** An index with term weights applied. */
export class WeightedView implements IndexView {
  readonly weights: TermWeights;
  readonly documentLimit: number;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly hasPositions: boolean;
  /** The index without weights. */
  readonly plain: IndexView;
  /** The weighted length of each document; 0 for deleted ones. */
  readonly lengths: Float64Array;

  constructor(view: IndexView, weights: TermWeights) {
    this.plain = view;
    this.weights = weights;
    this.documentLimit = view.documentLimit;
    this.documentCount = view.documentCount;
    this.hasPositions = view.hasPositions;
    this.lengths = computeWeightedLengths(view, weights);
    this.totalLength = this.lengths.reduce((sum, length) => sum + length, 0);
  }

  get needLists(): IndexView["needLists"] {
    return this.plain.needLists;
  }

  term(term: string): TermStatistics | undefined {
    const weight = this.weights.weight(term);
    const statistics = weight > 0 ? this.plain.term(term) : undefined;
    if (statistics === undefined) return undefined;
    const { documentFrequency, collectionFrequency } = statistics;
    return { documentFrequency, collectionFrequency: collectionFrequency * weight };
  }

  postings(term: string): PostingsCursor | undefined {
    const weight = this.weights.weight(term);
    const cursor = weight > 0 ? this.plain.postings(term) : undefined;
    return cursor && new WeightedCursor(cursor, weight);
  }

  length(document: number): number {
    return this.lengths[document] ?? this.plain.length(document);
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

  async readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    const weighted = new Map<string, number>();
    for (const [term, frequency] of await this.plain.readTerms(document)) {
      const weight = this.weights.weight(term);
      if (weight > 0) weighted.set(term, frequency * weight);
    }
    return weighted;
  }

  termsFrom(start: string, limit: number): readonly string[] {
    const terms = this.plain.termsFrom(start, Infinity);
    return terms.filter((term) => this.weights.weight(term) > 0).slice(0, limit);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    const terms = this.plain.termsWithPrefix(prefix, Infinity);
    return terms.filter((term) => this.weights.weight(term) > 0).slice(0, limit);
  }
}

/** Adds in the order of the terms, so that the sums do not depend on the segments. */
function computeWeightedLengths(view: IndexView, weights: TermWeights): Float64Array {
  const lengths = new Float64Array(view.documentLimit);
  const terms = view.termsWithPrefix("", Infinity);
  view.needLists?.(terms);
  for (const term of terms) {
    const weight = weights.weight(term);
    const cursor = weight > 0 ? view.postings(term) : undefined;
    if (cursor === undefined) continue;
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      lengths[document] = (lengths[document] as number) + cursor.frequency * weight;
    }
  }
  return lengths;
}

class WeightedCursor implements PostingsCursor {
  readonly #cursor: PostingsCursor;
  readonly #weight: number;

  constructor(cursor: PostingsCursor, weight: number) {
    this.#cursor = cursor;
    this.#weight = weight;
  }

  get document(): number {
    return this.#cursor.document;
  }

  get frequency(): number {
    return this.#cursor.frequency * this.#weight;
  }

  next(): number {
    return this.#cursor.next();
  }

  seek(target: number): number {
    return this.#cursor.seek(target);
  }

  positions(): Uint32Array {
    return this.#cursor.positions();
  }
}
