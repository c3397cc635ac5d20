/** The initial state of skip-gram training: tables of the text, random rows, outputs of zero. */

import { Random } from "../common/random.ts";
import { createAliasTable } from "./alias-table.ts";
import type { FastTextSettings } from "./fasttext-settings.ts";
import {
  createShareableDoubles,
  createShareableFloats,
  createShareableInts,
} from "./shareable-numbers.ts";
import type { SkipGramState } from "./skip-gram.ts";
import { hashNgrams } from "./subwords.ts";
import type { TrainingText } from "./training-text.ts";

export function createSkipGramState(
  text: TrainingText,
  settings: FastTextSettings,
  seed: number,
): SkipGramState {
  const { words, counts, tokens, lineEnd, tokenCount } = text;
  const { dimension, window, negatives, sampling, ngrams } = settings;
  const keep = createShareableDoubles(words.length);
  for (let i = 0; i < words.length; i++) {
    const ratio = (sampling * tokenCount) / (counts[i] as number);
    keep[i] = Math.sqrt(ratio) + ratio;
  }
  return {
    dimension,
    window,
    negatives,
    seed,
    tokens,
    lineEnd,
    keep,
    ...createSubwordTable(words, settings),
    noise: createAliasTable(counts.map(Math.sqrt)),
    input: createInputRows((words.length + ngrams.buckets) * dimension, dimension, seed),
    output: createShareableFloats(words.length * dimension),
  };
}

/** Uniform between -1/dimension and 1/dimension. */
function createInputRows(count: number, dimension: number, seed: number): Float32Array {
  const random = new Random(seed).split("input");
  const values = createShareableFloats(count);
  for (let i = 0; i < count; i++) values[i] = (random.bits() / 2 ** 31 - 1) / dimension;
  return values;
}

function createSubwordTable(
  words: readonly string[],
  { ngrams }: FastTextSettings,
): Pick<SkipGramState, "subwordStarts" | "subwordRows" | "spread"> {
  const rows = words.map((word, id) => [
    id,
    ...hashNgrams(word, ngrams).map((bucket) => words.length + bucket),
  ]);
  const subwordStarts = createShareableInts(words.length + 1);
  const subwordRows = createShareableInts(rows.reduce((sum, list) => sum + list.length, 0));
  const spread = createShareableDoubles(words.length);
  let at = 0;
  for (const [id, list] of rows.entries()) {
    subwordRows.set(list, at);
    at += list.length;
    subwordStarts[id + 1] = at;
    spread[id] = computeMeanShift(list);
  }
  return { subwordStarts, subwordRows, spread };
}

/**
 * How far the mean of rows moves if 1 is added for each entry of the list: a row
 * that is listed r times gets r and counts r times. 1 without repetitions.
 */
function computeMeanShift(list: readonly number[]): number {
  const times = new Map<number, number>();
  for (const row of list) times.set(row, (times.get(row) ?? 0) + 1);
  let squares = 0;
  for (const count of times.values()) squares += count * count;
  return squares / list.length;
}
