/**
 * The words of an index and what is known of them before training: how rare
 * they are, and vectors that were trained elsewhere.
 *
 * A stem has no vector of its own: it gets the mean of those of its forms,
 * each counted as often as it occurs. A word without a vector gets a random
 * one of the same mean and spread as all the values found.
 */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { Embeddings } from "../embeddings/index.ts";
import type { IndexSnapshot, TermStatistics } from "../index/index.ts";
import { UNKNOWN, wordIdf } from "../models/index.ts";
import type { Analyzer } from "../text/index.ts";
import { type TokenForm, tokenOf, tokenStatistics } from "./token-sequences.ts";
import { Vocabulary } from "./vocabulary.ts";

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
  /** For a seed, the rows of all ids; absent without vectors. */
  readonly embeddings?: (random: Random) => Float32Array;
  readonly dimensions?: number;
  /** Words that have a vector. */
  readonly found: number;
}

export async function knownVocabulary(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  { form = "stem", atLeast = 1, vectors }: VocabularyOptions = {},
): Promise<KnownVocabulary> {
  const statistics = await tokenStatistics(snapshot, analyzer, form);
  const vocabulary = Vocabulary.of(statistics, { atLeast });
  const frequencies = vocabulary.words.map((word) => statistics.get(word)?.documentFrequency ?? 0);
  const idf = wordIdf([0, 0, ...frequencies], snapshot.documentCount);
  if (vectors === undefined) return { vocabulary, form, idf, found: 0 };
  const surface =
    form === "surface" ? statistics : await tokenStatistics(snapshot, analyzer, "surface");
  const rows = meanRows(vocabulary, vectors, surface, (word) => tokenOf(word, analyzer, form));
  const found = rows.weights.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
  if (found === 0) throw badArgument("the vectors have no word of the index");
  const embeddings = (random: Random): Float32Array => filled(rows, random);
  return { vocabulary, form, idf, embeddings, dimensions: vectors.dimension, found };
}

interface Rows {
  readonly values: Float32Array;
  /** For each id, how many occurrences its row is the mean of; 0 for a row not found. */
  readonly weights: Float64Array;
}

function meanRows(
  vocabulary: Vocabulary,
  vectors: Embeddings,
  surface: ReadonlyMap<string, TermStatistics>,
  token: (word: string) => string,
): Rows {
  const { dimension } = vectors;
  const sums = new Float64Array(vocabulary.size * dimension);
  const weights = new Float64Array(vocabulary.size);
  for (const [word, { collectionFrequency }] of surface) {
    const id = vocabulary.id(token(word));
    const vector = id === UNKNOWN ? undefined : vectors.vectorOf(word);
    if (vector === undefined) continue;
    weights[id] = (weights[id] as number) + collectionFrequency;
    for (let i = 0; i < dimension; i++) {
      const at = id * dimension + i;
      sums[at] = (sums[at] as number) + collectionFrequency * (vector[i] as number);
    }
  }
  const values = Float32Array.from(sums, (sum, at) => {
    const weight = weights[Math.floor(at / dimension)] as number;
    return weight > 0 ? sum / weight : 0;
  });
  return { values, weights };
}

/** The rows with random ones where none was found; the padding stays zero. */
function filled({ values, weights }: Rows, random: Random): Float32Array {
  const dimension = values.length / weights.length;
  let [count, sum, squares] = [0, 0, 0];
  for (const [at, value] of values.entries()) {
    if (weights[Math.floor(at / dimension)] === 0) continue;
    count++;
    sum += value;
    squares += value * value;
  }
  const mean = sum / count;
  const deviation = Math.sqrt(squares / count - mean * mean);
  const complete = values.slice();
  for (let at = UNKNOWN * dimension; at < values.length; at++) {
    if (weights[Math.floor(at / dimension)] === 0)
      complete[at] = mean + deviation * random.normal();
  }
  return complete;
}
