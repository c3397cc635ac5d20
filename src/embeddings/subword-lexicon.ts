/**
 * fastText inside a ranker: a word is a bag of rows of the model's table, and its
 * vector the mean of them, so no word is out of vocabulary and the rows can be
 * trained (Hofstätter et al., SIGIR 2019).
 *
 * The table has a row for each id of the vocabulary and then one for each bucket of
 * n-grams. The bag of a word of the vocabulary is its own row and those of its
 * n-grams; of any other word, those of its n-grams. Such a word gets an id after
 * those of the vocabulary on first use. A word too short for n-grams that is not in
 * the vocabulary stays unknown.
 */

import type { Random } from "../common/random.ts";
import { sampleRow } from "./initial-rows.ts";
import { createShareableFloats } from "./shareable-numbers.ts";
import type { SubwordVectors } from "./subword-vectors.ts";
import { checkNgrams, hashNgrams, type Ngrams } from "./subwords.ts";
import { FIRST_WORD, UNKNOWN, type Vocabulary } from "./vocabulary.ts";

/**
 * Maximum number of words outside the vocabulary that get an id, so that hostile
 * queries cannot fill the memory.
 */
const MAX_UNSEEN = 1 << 20;

/** Words as bags of rows: their own and those of their n-grams. */
export class SubwordLexicon {
  readonly vocabulary: Vocabulary;
  readonly ngrams: Ngrams;
  readonly #unseen = new Map<string, number>();
  readonly #unseenWords: string[] = [];
  readonly #maxUnseen: number;
  /** Bags by id, created on first use. */
  readonly #bags: Int32Array[] = [];

  /** Assigns ids to `maxUnseen` words outside the vocabulary; further ones are unknown. */
  constructor(
    vocabulary: Vocabulary,
    { smallest, largest, buckets }: Ngrams,
    maxUnseen: number = MAX_UNSEEN,
  ) {
    this.vocabulary = vocabulary;
    this.#maxUnseen = maxUnseen;
    this.ngrams = { smallest, largest, buckets };
    checkNgrams(this.ngrams);
  }

  /** Rows of the table. */
  get rows(): number {
    return this.vocabulary.size + this.ngrams.buckets;
  }

  /** The number of ids assigned so far. */
  get size(): number {
    return this.vocabulary.size + this.#unseen.size;
  }

  /** The id of any word; `UNKNOWN` for one without rows. */
  id(word: string): number {
    const vocabularyId = this.vocabulary.id(word);
    return vocabularyId === UNKNOWN
      ? (this.#unseen.get(word) ?? this.#addUnseen(word))
      : vocabularyId;
  }

  /** The word of an id; undefined for padding and `UNKNOWN`. */
  word(id: number): string | undefined {
    const { size, words } = this.vocabulary;
    return id < size ? words[id - FIRST_WORD] : this.#unseenWords[id - size];
  }

  /**
   * The rows whose mean is the vector of an id, with repetitions; none for padding
   * and `UNKNOWN`.
   */
  bag(id: number): Int32Array {
    this.#bags[id] ??= this.#createBag(id);
    return this.#bags[id] as Int32Array;
  }

  /** The rows of a word's n-grams. */
  ngramRows(word: string): number[] {
    return hashNgrams(word, this.ngrams).map((bucket) => this.vocabulary.size + bucket);
  }

  #addUnseen(word: string): number {
    if (this.#unseen.size >= this.#maxUnseen) return UNKNOWN;
    const rows = this.ngramRows(word);
    if (rows.length === 0) return UNKNOWN;
    const id = this.size;
    this.#unseen.set(word, id);
    this.#unseenWords.push(word);
    this.#bags[id] = Int32Array.from(rows);
    return id;
  }

  #createBag(id: number): Int32Array {
    const word = this.vocabulary.words[id - FIRST_WORD];
    return word === undefined ? new Int32Array(0) : Int32Array.of(id, ...this.ngramRows(word));
  }
}

/**
 * The initial values of the table, so that every word starts with its vector in
 * fastText. The own row of a word without a fastText row is the mean of its n-grams,
 * which does not change their mean, or sampled if there are none.
 */
export function createSubwordEmbeddings(
  lexicon: SubwordLexicon,
  vectors: SubwordVectors,
  random: Random,
): Float32Array {
  const { dimension, values } = vectors;
  const { size, words } = lexicon.vocabulary;
  const table = createShareableFloats(lexicon.rows * dimension);
  const wordValues = vectors.words.length * dimension;
  table.set(values.subarray(wordValues), size * dimension);
  const rowAt = (row: number): Float32Array =>
    table.subarray(row * dimension, (row + 1) * dimension);
  const { mean, deviation } = computeMoments(values.subarray(0, wordValues));
  for (const [i, word] of words.entries()) {
    const wordId = vectors.id(word);
    const ngrams = lexicon.ngramRows(word);
    const row = rowAt(i + FIRST_WORD);
    if (wordId !== undefined)
      row.set(values.subarray(wordId * dimension, (wordId + 1) * dimension));
    else if (ngrams.length > 0) setMean(row, ngrams.map(rowAt));
    else sampleRow(table, i + FIRST_WORD, dimension, mean, deviation, random);
  }
  return table;
}

function setMean(into: Float32Array, rows: readonly Float32Array[]): void {
  for (let i = 0; i < into.length; i++) {
    into[i] = rows.reduce((sum, row) => sum + (row[i] as number), 0) / rows.length;
  }
}

function computeMoments(values: Float32Array): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / Math.max(1, values.length);
  return {
    mean,
    deviation: Math.sqrt(Math.max(0, squares / Math.max(1, values.length) - mean * mean)),
  };
}
