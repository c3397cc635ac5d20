/**
 * The vocabularies of one index, each created once: all words or the frequent ones, with
 * pre-trained vectors, random ones, or fastText trained on the collection itself (Hofstätter et
 * al., SIGIR 2019).
 */

import type { Collection } from "../../src/collection/index.ts";
import {
  type Embeddings,
  readCollectionLines,
  type SubwordVectors,
  trainFastText,
} from "../../src/embeddings/index.ts";
import { type IndexVocabulary, readIndexVocabulary } from "../../src/scoring/index.ts";
import type { IndexReader } from "../../src/search/index.ts";

/** The selection of words and their initial vectors. */
export interface VocabularyChoice {
  /** Words that occur less often are unknown. Default 1. */
  readonly minCount?: number;
  /**
   * Default `given`. `fasttext` composes words of trigrams, so that none is unknown; `own` gives the
   * words the same vectors, but no trigrams.
   */
  readonly start?: "given" | "random" | "fasttext" | "own";
  readonly form?: "stem" | "surface";
}

/**
 * Trigrams as in the paper; fewer buckets and dimensions, because the collections are a hundredth
 * of its size.
 */
export const OWN_FASTTEXT = {
  dimension: 100,
  epochs: 2,
  minCount: 2,
  ngrams: { smallest: 3, largest: 3, buckets: 20_000 },
  seed: 1,
} as const;

/** The vocabularies requested so far. */
export class VocabularyCache {
  readonly #collection: Collection;
  readonly #reader: IndexReader;
  readonly #vectors: Embeddings;
  readonly #vocabularies = new Map<string, Promise<IndexVocabulary>>();
  #fastText: Promise<SubwordVectors> | undefined;

  constructor(collection: Collection, reader: IndexReader, vectors: Embeddings) {
    this.#collection = collection;
    this.#reader = reader;
    this.#vectors = vectors;
  }

  /** The vocabulary of a choice. */
  get(choice: VocabularyChoice = {}): Promise<IndexVocabulary> {
    const { minCount = 1, start = "given", form = "stem" } = choice;
    const key = JSON.stringify([minCount, start, form]);
    const vocabulary = this.#vocabularies.get(key) ?? this.#create({ minCount, start, form });
    this.#vocabularies.set(key, vocabulary);
    return vocabulary;
  }

  async #create({ minCount, start, form }: Required<VocabularyChoice>): Promise<IndexVocabulary> {
    const { snapshot, analyzer } = this.#reader;
    if (start === "random") return readIndexVocabulary(snapshot, analyzer, { form, minCount });
    if (start === "given") {
      return readIndexVocabulary(snapshot, analyzer, {
        form,
        minCount,
        vectors: this.#vectors,
      });
    }
    this.#fastText ??= trainFastText(
      readCollectionLines(this.#collection, analyzer),
      OWN_FASTTEXT,
    ).then(({ vectors }) => vectors);
    const vectors = await this.#fastText;
    return readIndexVocabulary(snapshot, analyzer, {
      form,
      minCount,
      vectors,
      subwords: start === "fasttext",
    });
  }
}
