/**
 * Vocabularies of one index, each made once: all words or the frequent ones,
 * with vectors from elsewhere, random ones, or fastText trained on the
 * collection itself (Hofstätter et al., SIGIR 2019).
 */

import type { Collection } from "../../src/collection/index.ts";
import {
  collectionLines,
  type Embeddings,
  type SubwordVectors,
  trainFastText,
} from "../../src/embeddings/index.ts";
import { type KnownVocabulary, knownVocabulary } from "../../src/scoring/index.ts";
import type { IndexReader } from "../../src/search/index.ts";

/** Which words a model knows and where their vectors start. */
export interface VocabularyChoice {
  /** Words that occur less often are unknown. Default 1. */
  readonly atLeast?: number;
  /** Default `given`. `fasttext` makes words of trigrams, none of them unknown. */
  readonly start?: "given" | "random" | "fasttext";
  readonly form?: "stem" | "surface";
}

/** Trigrams as in the paper; fewer buckets and dimensions, since the collections are a hundredth of its size. */
export const OWN_FASTTEXT = {
  dimension: 100,
  epochs: 2,
  leastCount: 2,
  ngrams: { smallest: 3, largest: 3, buckets: 20_000 },
  seed: 1,
} as const;

/** The vocabularies that were asked for so far. */
export class VocabularyShelf {
  readonly #collection: Collection;
  readonly #reader: IndexReader;
  readonly #vectors: Embeddings;
  readonly #made = new Map<string, Promise<KnownVocabulary>>();
  #fastText: Promise<SubwordVectors> | undefined;

  constructor(collection: Collection, reader: IndexReader, vectors: Embeddings) {
    this.#collection = collection;
    this.#reader = reader;
    this.#vectors = vectors;
  }

  /** The vocabulary of a choice. */
  of(choice: VocabularyChoice = {}): Promise<KnownVocabulary> {
    const { atLeast = 1, start = "given", form = "stem" } = choice;
    const key = JSON.stringify([atLeast, start, form]);
    const made = this.#made.get(key) ?? this.#make({ atLeast, start, form });
    this.#made.set(key, made);
    return made;
  }

  async #make({ atLeast, start, form }: Required<VocabularyChoice>): Promise<KnownVocabulary> {
    const { snapshot, analyzer } = this.#reader;
    if (start === "random") return knownVocabulary(snapshot, analyzer, { form, atLeast });
    if (start === "given") {
      return knownVocabulary(snapshot, analyzer, { form, atLeast, vectors: this.#vectors });
    }
    this.#fastText ??= trainFastText(
      collectionLines(this.#collection, analyzer),
      OWN_FASTTEXT,
    ).then(({ vectors }) => vectors);
    const vectors = await this.#fastText;
    return knownVocabulary(snapshot, analyzer, { form, atLeast, vectors, subwords: true });
  }
}
