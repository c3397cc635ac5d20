/**
 * The features that weights are learned from: statistics of a term in the collection, its form, its
 * frequency in general English, and its vector.
 *
 * Statistics are standardised over the distinct terms of the training queries and clipped at ±4;
 * vectors likewise and then scaled down, so that a penalty on the parameters weighs more on them.
 * Without vectors, the features that need them are absent.
 */

import type { Embeddings } from "../embeddings/word-vectors.ts";
import { averageForms } from "../scoring/stem-vectors.ts";
import type { FormCounts } from "../scoring/token-statistics.ts";
import type { PostingMatrix } from "./posting-matrix.ts";

/** Maximum distance of a standardised feature from the mean. */
const MAX_STANDARD_SCORE = 4;
/** Vectors count for less than statistics. */
const VECTOR_SCALE = 0.3;

export interface FeatureSources {
  readonly matrix: PostingMatrix;
  /** Numbers of the terms that come from words of a short and of a long stop list. */
  readonly shortStopTerms: ReadonlySet<number>;
  readonly longStopTerms: ReadonlySet<number>;
  /** Absent if there are none. Words are in the order of their frequency in general English. */
  readonly vectors?: Embeddings | undefined;
  /** The surface forms of terms; empty if the index does not store them. */
  readonly forms?: FormCounts;
}

/** The number of statistics per term: of the collection alone, and those that vectors add. */
const STATISTICS = 11;
const VECTOR_STATISTICS = 6;

export class TermFeatures {
  /** Features per term. */
  readonly size: number;
  readonly #sources: FeatureSources;
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #meanVector: Float64Array | undefined;
  readonly #meanLengths: Float64Array;
  readonly #repeated: Float64Array;
  readonly #statistics: number;
  #means: Float64Array;
  #scales: Float64Array;

  /** `terms` are the numbers of the terms over which features are standardised. */
  constructor(sources: FeatureSources, terms: Uint32Array) {
    const { matrix, vectors } = sources;
    this.#sources = sources;
    this.#statistics = STATISTICS + (vectors === undefined ? 0 : VECTOR_STATISTICS);
    this.size = this.#statistics + (vectors?.dimension ?? 0);
    this.#ranks = new Map(vectors?.words.map((word, rank) => [word, rank]) ?? []);
    this.#meanLengths = new Float64Array(matrix.termCount);
    this.#repeated = new Float64Array(matrix.termCount);
    this.#scanPostings();
    this.#meanVector = vectors && this.#collectionVector(vectors);
    this.#means = new Float64Array(this.size);
    this.#scales = new Float64Array(this.size).fill(1);
    this.#standardise(terms);
  }

  /** The number of the given terms with a vector; all if no vectors are used. */
  countWithVector(terms: Uint32Array): number {
    const { vectors, matrix } = this.#sources;
    if (vectors === undefined) return terms.length;
    return terms.filter((term) => this.#vector(matrix.terms[term] as string, vectors)).length;
  }

  /** Writes the features of a term to `out` from `at` on. */
  write(term: number, out: Float64Array | Float32Array, at: number): void {
    const raw = this.#raw(term);
    for (let i = 0; i < this.size; i++) {
      const value = ((raw[i] as number) - (this.#means[i] as number)) * (this.#scales[i] as number);
      out[at + i] =
        i < this.#statistics
          ? Math.max(-MAX_STANDARD_SCORE, Math.min(MAX_STANDARD_SCORE, value))
          : raw.hasVector
            ? VECTOR_SCALE * Math.max(-MAX_STANDARD_SCORE, Math.min(MAX_STANDARD_SCORE, value))
            : 0;
    }
  }

  #standardise(terms: Uint32Array): void {
    const [sums, squares] = [new Float64Array(this.size), new Float64Array(this.size)];
    const counts = new Float64Array(this.size);
    for (const term of terms) {
      const raw = this.#raw(term);
      for (let i = 0; i < this.size; i++) {
        if (i >= this.#statistics && !raw.hasVector) continue;
        const value = raw[i] as number;
        sums[i] = (sums[i] as number) + value;
        squares[i] = (squares[i] as number) + value * value;
        counts[i] = (counts[i] as number) + 1;
      }
    }
    for (let i = 0; i < this.size; i++) {
      const count = Math.max(1, counts[i] as number);
      const mean = (sums[i] as number) / count;
      const deviation = Math.sqrt(Math.max(0, (squares[i] as number) / count - mean * mean));
      this.#means[i] = mean;
      this.#scales[i] = deviation > 1e-9 ? 1 / deviation : 0;
    }
  }

  #raw(term: number): ArrayLike<number> & { readonly hasVector: boolean } {
    const { matrix, shortStopTerms, longStopTerms, vectors } = this.#sources;
    const { documentCount: n, totalLength: total } = matrix;
    const df = Math.max(1, matrix.documentFrequency(term));
    const cf = Math.max(1, matrix.collectionFrequencies[term] as number);
    const text = matrix.terms[term] as string;
    const rarity = Math.log(n / df) / Math.log(Math.max(2, n));
    const values = [
      rarity,
      rarity * rarity,
      Math.log(total / cf) / Math.log(Math.max(2, total)),
      Math.log(cf / df),
      Math.log(n / df) + Math.log(-Math.expm1(-cf / n)),
      Math.log(((this.#repeated[term] as number) + 0.3) / (df + 1)),
      text.length,
      /\d/.test(text) ? 1 : 0,
      shortStopTerms.has(term) ? 1 : 0,
      longStopTerms.has(term) ? 1 : 0,
      Math.log(Math.max(1, this.#meanLengths[term] as number)),
    ];
    if (vectors === undefined) return Object.assign(values, { hasVector: false });
    const rank = this.#rank(text);
    // Word frequencies fall about as 1 / rank; the most common word has 7.7 on the Zipf scale.
    const zipf = rank === undefined ? 0.5 : 7.7 - Math.log10(rank + 1);
    const logFrequency = Math.log10((1e9 * cf) / total);
    const vector = this.#vector(text, vectors);
    values.push(zipf, (zipf * zipf) / 5, rank === undefined ? 0 : 1, logFrequency - zipf);
    values.push(vector === undefined ? 0 : 1, this.#cosine(vector));
    for (let i = 0; i < vectors.dimension; i++) values.push(vector?.[i] ?? 0);
    return Object.assign(values, { hasVector: vector !== undefined });
  }

  /** The rank among English words of the most common surface form of the term. */
  #rank(term: string): number | undefined {
    let best = this.#ranks.get(term);
    for (const form of this.#sources.forms?.get(term)?.keys() ?? []) {
      const rank = this.#ranks.get(form);
      if (rank !== undefined && (best === undefined || rank < best)) best = rank;
    }
    return best;
  }

  #vector(term: string, vectors: Embeddings): ArrayLike<number> | undefined {
    return (
      vectors.getVector(term) ??
      averageForms(this.#sources.forms?.get(term) ?? new Map(), (word) => vectors.getVector(word))
    );
  }

  #cosine(vector: ArrayLike<number> | undefined): number {
    const mean = this.#meanVector;
    if (vector === undefined || mean === undefined) return 0;
    let [dot, a, b] = [0, 0, 0];
    for (let i = 0; i < mean.length; i++) {
      const [x, y] = [vector[i] as number, mean[i] as number];
      [dot, a, b] = [dot + x * y, a + x * x, b + y * y];
    }
    return a === 0 || b === 0 ? 0 : dot / Math.sqrt(a * b);
  }

  /** The mean vector of all occurrences. */
  #collectionVector(vectors: Embeddings): Float64Array {
    const { terms, collectionFrequencies } = this.#sources.matrix;
    const sum = new Float64Array(vectors.dimension);
    for (const [term, text] of terms.entries()) {
      const vector = this.#vector(text, vectors);
      if (vector === undefined) continue;
      const count = collectionFrequencies[term] as number;
      for (let i = 0; i < sum.length; i++) {
        sum[i] = (sum[i] as number) + count * (vector[i] as number);
      }
    }
    return sum;
  }

  /** Counts the documents that have a term twice or more, and their lengths. */
  #scanPostings(): void {
    const { starts, documents, frequencies, lengths, termCount } = this.#sources.matrix;
    for (let term = 0; term < termCount; term++) {
      const [start, end] = [starts[term] as number, starts[term + 1] as number];
      let [repeated, length] = [0, 0];
      for (let i = start; i < end; i++) {
        if ((frequencies[i] as number) >= 2) repeated++;
        length += lengths[documents[i] as number] as number;
      }
      this.#repeated[term] = repeated;
      this.#meanLengths[term] = length / Math.max(1, end - start);
    }
  }
}
