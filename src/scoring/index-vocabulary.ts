/**
 * The vocabulary of an index with its idf and pre-trained vectors: the data that training starts
 * from.
 */

import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import {
  createPretrainedRows,
  createSubwordEmbeddings,
  type Embeddings,
  FIRST_WORD,
  type Ngrams,
  SubwordLexicon,
  SubwordVectors,
  Vocabulary,
} from "../embeddings/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { computeWordIdf } from "../models/index.ts";
import type { Analyzer } from "../text/index.ts";
import { StemVectors } from "./stem-vectors.ts";
import type { TokenForm } from "./text-sequences.ts";
import { countForms, readTokenStatistics } from "./token-statistics.ts";

/** The selection of words and their initial vectors. */
export interface VocabularyOptions {
  readonly form?: TokenForm;
  /** Drops words that occur less often. */
  readonly minCount?: number;
  /** Initial vectors; random ones when absent. */
  readonly vectors?: Embeddings;
  /**
   * Composes words of trained sub-word rows: of these n-grams, or with `true` of those of the
   * vectors. No word is unknown then.
   */
  readonly subwords?: Ngrams | boolean;
}

/** A vocabulary with its data from before training. */
export interface IndexVocabulary {
  readonly vocabulary: Vocabulary;
  readonly form: TokenForm;
  readonly idf: Float32Array;
  /** Vectors of the vocabulary's words, if any. */
  readonly vectors?: Embeddings;
  /** The sub-words of the words, if the model uses them. */
  readonly lexicon?: SubwordLexicon;
}

/** The vocabulary of an index with its idf and vectors. */
export async function readIndexVocabulary(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  { form = "stem", minCount = 1, vectors, subwords = false }: VocabularyOptions = {},
): Promise<IndexVocabulary> {
  const statistics = await readTokenStatistics(snapshot, analyzer, form);
  const counts = new Map<string, number>();
  for (const [word, { collectionFrequency }] of statistics) counts.set(word, collectionFrequency);
  const vocabulary = Vocabulary.fromCounts(counts, minCount);
  const frequencies = new Float64Array(vocabulary.size);
  for (const [i, word] of vocabulary.words.entries()) {
    frequencies[i + FIRST_WORD] = statistics.get(word)?.documentFrequency ?? 0;
  }
  const words = { vocabulary, form, idf: computeWordIdf(frequencies, snapshot.documentCount) };
  if (subwords !== false) {
    const lexicon = new SubwordLexicon(vocabulary, resolveNgrams(subwords, vectors));
    return { ...words, ...defined({ vectors }), lexicon };
  }
  if (vectors === undefined || form === "surface") {
    return { ...words, ...defined({ vectors }) };
  }
  return { ...words, vectors: new StemVectors(vectors, await countForms(snapshot, analyzer)) };
}

/** The number of words with a vector. */
export function countWordsWithVectors({ vocabulary, vectors }: IndexVocabulary): number {
  return vocabulary.words.filter((word) => vectors?.getVector(word) !== undefined).length;
}

function resolveNgrams(subwords: Ngrams | true, vectors: Embeddings | undefined): Ngrams {
  const vectorNgrams = vectors instanceof SubwordVectors ? vectors.ngrams : undefined;
  if (vectorNgrams === undefined && (subwords === true || vectors !== undefined)) {
    throw badArgument("sub-words need vectors from a fastText model");
  }
  const requestedNgrams = subwords === true ? (vectorNgrams as Ngrams) : subwords;
  if (vectorNgrams !== undefined && formatNgrams(vectorNgrams) !== formatNgrams(requestedNgrams)) {
    throw badArgument(
      `the vectors have n-grams of ${formatNgrams(vectorNgrams)}, not of ${formatNgrams(requestedNgrams)}`,
    );
  }
  return requestedNgrams;
}

function formatNgrams({ smallest, largest, buckets }: Ngrams): string {
  return `${smallest} to ${largest} letters in ${buckets} buckets`;
}

/** The initial rows of a model's table; undefined without vectors. */
export function createInitialRows(
  { vocabulary, vectors, lexicon }: IndexVocabulary,
  random: Random,
): Float32Array | undefined {
  if (lexicon !== undefined && vectors instanceof SubwordVectors) {
    return createSubwordEmbeddings(lexicon, vectors, random);
  }
  return vectors === undefined
    ? undefined
    : createPretrainedRows(vocabulary, vectors, random).values;
}
