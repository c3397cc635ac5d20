/**
 * The words of an index and what is known of them before training: how rare
 * they are, and vectors that were trained elsewhere.
 */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import {
  type Embeddings,
  FIRST_WORD,
  type Ngrams,
  pretrainedRows,
  SubwordLexicon,
  SubwordVectors,
  subwordTable,
  Vocabulary,
} from "../embeddings/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { wordIdf } from "../models/index.ts";
import type { Analyzer } from "../text/index.ts";
import { StemVectors } from "./stem-vectors.ts";
import type { TokenForm } from "./text-sequences.ts";
import { countForms, tokenStatistics } from "./token-statistics.ts";

/** Which words a model knows, and what their vectors start from. */
export interface VocabularyOptions {
  readonly form?: TokenForm;
  /** Words that occur less often are left out. */
  readonly atLeast?: number;
  /** Vectors to start from; random ones when absent. */
  readonly vectors?: Embeddings;
  /**
   * Makes words of sub-words, whose rows are trained: of these n-grams, or with
   * `true` of those that the vectors have. No word is unknown then.
   */
  readonly subwords?: Ngrams | boolean;
}

/** Words with what is known of them before training. */
export interface KnownVocabulary {
  readonly vocabulary: Vocabulary;
  readonly form: TokenForm;
  readonly idf: Float32Array;
  /** Vectors of the vocabulary's words, if there are any. */
  readonly vectors?: Embeddings;
  /** What words are made of, if they are made of sub-words. */
  readonly lexicon?: SubwordLexicon;
}

/** The vocabulary of an index with its idf and vectors. */
export async function knownVocabulary(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  { form = "stem", atLeast = 1, vectors, subwords = false }: VocabularyOptions = {},
): Promise<KnownVocabulary> {
  const statistics = await tokenStatistics(snapshot, analyzer, form);
  const counts = new Map<string, number>();
  for (const [word, { collectionFrequency }] of statistics) counts.set(word, collectionFrequency);
  const vocabulary = Vocabulary.of(counts, atLeast);
  const frequencies = new Float64Array(vocabulary.size);
  for (const [i, word] of vocabulary.words.entries()) {
    frequencies[i + FIRST_WORD] = statistics.get(word)?.documentFrequency ?? 0;
  }
  const known = { vocabulary, form, idf: wordIdf(frequencies, snapshot.documentCount) };
  if (subwords !== false) {
    const lexicon = new SubwordLexicon(vocabulary, ngramsOf(subwords, vectors));
    return { ...known, ...(vectors === undefined ? {} : { vectors }), lexicon };
  }
  if (vectors === undefined || form === "surface") {
    return { ...known, ...(vectors === undefined ? {} : { vectors }) };
  }
  return { ...known, vectors: new StemVectors(vectors, await countForms(snapshot, analyzer)) };
}

/** How many words of the vocabulary have a vector. */
export function wordsWithVectors({ vocabulary, vectors }: KnownVocabulary): number {
  return vocabulary.words.filter((word) => vectors?.vectorOf(word) !== undefined).length;
}

function ngramsOf(subwords: Ngrams | true, vectors: Embeddings | undefined): Ngrams {
  const found = vectors instanceof SubwordVectors ? vectors.ngrams : undefined;
  if (found === undefined && (subwords === true || vectors !== undefined)) {
    throw badArgument("sub-words come from a fastText model, which the vectors are not");
  }
  const asked = subwords === true ? (found as Ngrams) : subwords;
  if (found !== undefined && shown(found) !== shown(asked)) {
    throw badArgument(`the vectors have n-grams of ${shown(found)}, not of ${shown(asked)}`);
  }
  return asked;
}

function shown({ smallest, largest, buckets }: Ngrams): string {
  return `${smallest} to ${largest} letters in ${buckets} buckets`;
}

/** The first rows of a model's table; undefined without vectors. */
export function firstRows(
  { vocabulary, vectors, lexicon }: KnownVocabulary,
  random: Random,
): Float32Array | undefined {
  if (lexicon !== undefined && vectors instanceof SubwordVectors) {
    return subwordTable(lexicon, vectors, random);
  }
  return vectors === undefined ? undefined : pretrainedRows(vocabulary, vectors, random).values;
}
