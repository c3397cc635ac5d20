/** Writes a trained model as the binary file that fastText reads. See fasttext-reader.ts for the layout. */

import { badArgument, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { MAGIC, NEGATIVE_SAMPLING, SKIP_GRAM, VERSION } from "./fasttext-settings.ts";
import type { FastTextModel } from "./fasttext-trainer.ts";

/** Rows are written in pieces of this size. */
const CHUNK_BYTES = 1 << 22;
/** A setting of fastText: how often its threads report progress. */
const RATE_INTERVAL = 100;

/** `BAD_ARGUMENT` if a word has white space or a zero, at which fastText would split it. */
export async function writeFastText(
  files: Files,
  path: string,
  model: FastTextModel,
): Promise<void> {
  const badWord = model.vectors.words.find((word) => /[ \t\n\v\f\r\0]/.test(word));
  if (badWord !== undefined) {
    throw badArgument(`fastText has no words with white space or zeros, got ${quote(badWord)}`);
  }
  await files.write(path, encodeModel(model));
}

function* encodeModel({
  settings,
  vectors,
  counts,
  tokenCount,
  output,
}: FastTextModel): Generator<Uint8Array> {
  const { dimension, window, epochs, minCount, negatives, sampling, ngrams } = settings;
  const { words, values } = vectors;
  yield encodeInts(MAGIC, VERSION, dimension, window, epochs, minCount, negatives, 1);
  yield encodeInts(NEGATIVE_SAMPLING, SKIP_GRAM, ngrams.buckets, ngrams.smallest, ngrams.largest);
  yield encodeInts(RATE_INTERVAL);
  yield new Uint8Array(Float64Array.of(sampling).buffer);
  yield encodeInts(words.length, words.length, 0);
  yield encodeLongs(tokenCount, -1);
  const encoder = new TextEncoder();
  for (const [i, word] of words.entries()) {
    yield encoder.encode(`${word}\0`);
    yield encodeLongs(counts[i] as number);
    yield Uint8Array.of(0);
  }
  yield* encodeMatrix(values, dimension);
  yield* encodeMatrix(output, dimension);
}

function* encodeMatrix(values: Float32Array, columns: number): Generator<Uint8Array> {
  yield Uint8Array.of(0);
  yield encodeLongs(values.length / columns, columns);
  for (let at = 0; at < values.byteLength; at += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, values.byteLength - at);
    yield new Uint8Array(values.buffer, values.byteOffset + at, length);
  }
}

function encodeInts(...values: number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer);
}

function encodeLongs(...values: number[]): Uint8Array {
  return new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);
}
