/**
 * Reads fastText's binary model (`.bin`), little-endian throughout:
 *
 *   magic, version                        i32
 *   dim ws epoch minCount neg wordNgrams loss model bucket minn maxn lrUpdateRate   i32
 *   t                                     f64
 *   entries, words, labels                i32
 *   tokens, pruned                        i64
 *   each entry: bytes up to a zero · count i64 · kind i8 (0 word, 1 label)
 *   quantised                             u8
 *   input rows, columns                   i64 · the rows, f32
 *   quantised, output rows, columns       as above
 *
 * Only the input is kept. A quantised model (`.ftz`) is rejected.
 */

import type { ByteStream } from "./byte-stream.ts";
import { MAGIC, SUPERVISED, VERSION } from "./fasttext-settings.ts";
import { createShareableFloats } from "./shareable-numbers.ts";
import { SubwordVectors } from "./subword-vectors.ts";

const MAX_WORD_BYTES = 1 << 16;
const ARGUMENTS = 12;

export async function readFastText(stream: ByteStream): Promise<SubwordVectors> {
  const reader = new NumberReader(stream);
  if ((await reader.int()) !== MAGIC) throw stream.createError("this is not a fastText model");
  const version = await reader.int();
  if (version > VERSION) {
    throw stream.createError(
      `fastText models are supported up to version ${VERSION}, got ${version}`,
    );
  }
  const args: number[] = [];
  for (let i = 0; i < ARGUMENTS; i++) args.push(await reader.int());
  await stream.skip(8); // t
  const [dimension, , , , , , , model, buckets, smallest, largest] = args as Twelve;
  // Supervised models of version 11 were trained without n-grams whatever their header
  // contains.
  const hasNgrams = largest > 0 && smallest <= largest && !(version === 11 && model === SUPERVISED);
  if (dimension < 1 || buckets < 0 || (hasNgrams && buckets === 0)) {
    throw stream.createError(`${dimension} dimensions and ${buckets} buckets make no model`);
  }
  const words = await readWords(stream, reader);
  const values = await readMatrix(stream, reader, words.length + buckets, dimension);
  await skipMatrix(stream, reader);
  if (await stream.has(1)) throw stream.createError("goes on after the end of the model");
  return new SubwordVectors(words, dimension, values, {
    smallest: hasNgrams ? Math.max(1, smallest) : 0,
    largest: hasNgrams ? largest : 0,
    buckets,
  });
}

type Twelve = [
  ...[number, number, number, number, number, number],
  ...[number, number, number, number, number, number],
];

async function readWords(stream: ByteStream, reader: NumberReader): Promise<string[]> {
  const entries = await reader.int();
  const wordCount = await reader.int();
  const labels = await reader.int();
  await stream.skip(8); // tokens
  const pruned = await reader.long();
  if (pruned >= 0) throw stream.createError("a pruned or quantised model is not supported");
  if (wordCount < 0 || labels < 0 || entries !== wordCount + labels) {
    throw stream.createError(
      `${entries} entries cannot be ${wordCount} words and ${labels} labels`,
    );
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const words = new Set<string>();
  for (let i = 0; i < entries; i++) {
    const bytes = await stream.until(0, MAX_WORD_BYTES);
    let word: string;
    try {
      word = decoder.decode(bytes);
    } catch {
      throw stream.createError(`word ${i + 1} is not valid UTF-8`);
    }
    await stream.skip(8); // count
    const [kind] = await stream.take(1);
    if (kind !== (i < wordCount ? 0 : 1))
      throw stream.createError(`entry ${i + 1} is of kind ${kind}`);
    if (i >= wordCount) continue;
    if (word === "" || words.has(word))
      throw stream.createError(`word ${i + 1} is empty or occurs twice`);
    words.add(word);
  }
  return [...words];
}

async function readMatrix(
  stream: ByteStream,
  reader: NumberReader,
  rows: number,
  dimension: number,
): Promise<Float32Array> {
  const shape = await readShape(stream, reader);
  if (shape.rows !== rows || shape.columns !== dimension) {
    throw stream.createError(
      `${rows} rows of ${dimension} numbers are expected, got ${shape.rows} of ${shape.columns}`,
    );
  }
  const values = createShareableFloats(rows * dimension);
  await stream.fill(values);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw stream.createError(`a number of row ${Math.floor(i / dimension)} is not finite`);
    }
  }
  return values;
}

async function skipMatrix(stream: ByteStream, reader: NumberReader): Promise<void> {
  const { rows, columns } = await readShape(stream, reader);
  await stream.skip(4 * rows * columns);
}

/** The shape of a matrix that the file can hold. */
async function readShape(
  stream: ByteStream,
  reader: NumberReader,
): Promise<{ rows: number; columns: number }> {
  const [quantised] = await stream.take(1);
  if (quantised !== 0) throw stream.createError("a quantised model (.ftz) is not supported");
  const rows = await reader.long();
  const columns = await reader.long();
  if (rows < 0 || columns < 0 || 4 * rows * columns > stream.maxBytes) {
    throw stream.createError(`${rows} rows of ${columns} numbers are promised, not there`);
  }
  return { rows, columns };
}

class NumberReader {
  readonly #stream: ByteStream;

  constructor(stream: ByteStream) {
    this.#stream = stream;
  }

  async int(): Promise<number> {
    return (await this.#view(4)).getInt32(0, true);
  }

  async long(): Promise<number> {
    return Number((await this.#view(8)).getBigInt64(0, true));
  }

  async #view(bytes: number): Promise<DataView> {
    const chunk = await this.#stream.take(bytes);
    return new DataView(chunk.buffer, chunk.byteOffset, bytes);
  }
}
