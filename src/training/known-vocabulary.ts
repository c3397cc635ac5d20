/**
 * The words of an index and what is known of them before training: how rare
 * they are, and vectors that were trained elsewhere.
 */

import type { Random } from "../common/random.ts";
import { type Embeddings, pretrainedRows, Vocabulary } from "../embeddings/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { wordIdf } from "../models/index.ts";
import type { Analyzer } from "../text/index.ts";
import { StemVectors } from "./stem-vectors.ts";
import type { TokenForm } from "./text-sequences.ts";
import { tokenOf, tokenStatistics } from "./token-statistics.ts";

export interface VocabularyOptions {
  readonly form?: TokenForm;
  /** Words that occur less often are left out. */
  readonly atLeast?: number;
  /** Vectors to start from; random ones when absent. */
  readonly vectors?: Embeddings;
}

export interface KnownVocabulary {
  readonly vocabulary: Vocabulary;
  readonly form: TokenForm;
  readonly idf: Float32Array;
  /** Vectors of the vocabulary's words, if there are any. */
  readonly vectors?: Embeddings;
}

export async function knownVocabulary(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  { form = "stem", atLeast = 1, vectors }: VocabularyOptions = {},
): Promise<KnownVocabulary> {
  const statistics = await tokenStatistics(snapshot, analyzer, form);
  const counts = new Map<string, number>();
  for (const [word, { collectionFrequency }] of statistics) counts.set(word, collectionFrequency);
  const vocabulary = Vocabulary.of(counts, atLeast);
  const frequencies = vocabulary.words.map((word) => statistics.get(word)?.documentFrequency ?? 0);
  const known = { vocabulary, form, idf: wordIdf([0, 0, ...frequencies], snapshot.documentCount) };
  if (vectors === undefined || form === "surface") {
    return { ...known, ...(vectors === undefined ? {} : { vectors }) };
  }
  const surface = await tokenStatistics(snapshot, analyzer, "surface");
  const stemOf = (word: string): string => tokenOf(word, analyzer, form);
  return { ...known, vectors: new StemVectors(vectors, surface, stemOf) };
}

/** How many words of the vocabulary have a vector. */
export function wordsWithVectors({ vocabulary, vectors }: KnownVocabulary): number {
  return vocabulary.words.filter((word) => vectors?.vectorOf(word) !== undefined).length;
}

/** The first rows of a model's table; undefined without vectors. */
export function firstRows(
  { vocabulary, vectors }: KnownVocabulary,
  random: Random,
): Float32Array | undefined {
  return vectors === undefined ? undefined : pretrainedRows(vocabulary, vectors, random).values;
}
