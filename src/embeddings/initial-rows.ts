/**
 * The first rows of a model's table of word vectors.
 *
 * Rows of words that have a pre-trained vector are copies of it. The others are
 * sampled from a normal distribution with the mean and deviation of all copied
 * values, as AllenNLP does. Padding is a row of zeros. Without pre-trained vectors
 * every row is sampled: the random control of an experiment.
 */

import { TermwiseError } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import { createShareableFloats } from "./shareable-numbers.ts";
import { FIRST_WORD, UNKNOWN, type Vocabulary } from "./vocabulary.ts";
import type { Embeddings } from "./word-vectors.ts";

/** First values of an embedding table. */
export interface InitialRows {
  /** A row for each number of the vocabulary. */
  readonly values: Float32Array;
  readonly dimension: number;
  /** Words with a pre-trained vector. */
  readonly pretrained: number;
}

/** Rows from pre-trained vectors. Rows of words without one are sampled. */
export function createPretrainedRows(
  vocabulary: Vocabulary,
  embeddings: Embeddings,
  random: Random,
): InitialRows {
  const { dimension } = embeddings;
  const values = createShareableFloats(vocabulary.size * dimension);
  const missing = [UNKNOWN];
  let [pretrained, sum, squares] = [0, 0, 0];
  for (const [i, word] of vocabulary.words.entries()) {
    const vector = embeddings.getVector(word);
    if (vector === undefined) {
      missing.push(i + FIRST_WORD);
      continue;
    }
    values.set(vector, (i + FIRST_WORD) * dimension);
    pretrained++;
    for (const value of vector) {
      sum += value;
      squares += value * value;
    }
  }
  if (pretrained === 0) {
    const message = "none of the model's words has a pre-trained vector";
    throw new TermwiseError("BAD_ARGUMENT", message, { termsWithVector: 0 });
  }
  const mean = sum / (pretrained * dimension);
  const deviation = Math.sqrt(Math.max(0, squares / (pretrained * dimension) - mean * mean));
  for (const row of missing) sampleRow(values, row, dimension, mean, deviation, random);
  return { values, dimension, pretrained };
}

/** Random rows, with mean 0. */
export function createRandomRows(
  vocabulary: Vocabulary,
  dimension: number,
  random: Random,
  { deviation = 0.1 }: { deviation?: number } = {},
): InitialRows {
  const values = createShareableFloats(vocabulary.size * dimension);
  for (let row = UNKNOWN; row < vocabulary.size; row++) {
    sampleRow(values, row, dimension, 0, deviation, random);
  }
  return { values, dimension, pretrained: 0 };
}

/** Samples the values of one row. */
export function sampleRow(
  values: Float32Array,
  row: number,
  dimension: number,
  mean: number,
  deviation: number,
  random: Random,
): void {
  for (let i = 0; i < dimension; i++) {
    values[row * dimension + i] = mean + deviation * random.normal();
  }
}
