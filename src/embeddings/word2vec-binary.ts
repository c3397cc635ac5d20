/**
 * word2vec's binary file: `count dimension` and a line feed, then for each word
 * its bytes, a space and the row in little-endian 32-bit floats. Some writers
 * put a line feed after each row, some do not.
 */

import { TermwiseError } from "../common/errors.ts";
import type { ByteStream } from "./byte-stream.ts";
import { parseHeader, type ReadVectors, type TextOptions } from "./text-vectors.ts";
import { VectorsBuilder } from "./vectors-builder.ts";
import type { WordVectors } from "./word-vectors.ts";

const LF = 0x0a;
const SPACE = 0x20;
const MAX_WORD_BYTES = 1 << 16;

export async function readWord2vecBinary(
  stream: ByteStream,
  { onBad }: TextOptions = {},
): Promise<ReadVectors<WordVectors>> {
  const first = await stream.until(LF, 40);
  const header = parseHeader(first, 0, first.length);
  if (header === undefined)
    throw stream.createError("a number of words and a dimension are expected");
  const { words, dimension } = header;
  if (words * (4 * dimension + 2) > stream.maxBytes) {
    throw stream.createError(`${words} vectors of ${dimension} numbers are promised, not there`);
  }
  const rows = new VectorsBuilder(dimension, Math.min(words, stream.size / (4 * dimension)));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let number = 1; number <= words; number++) {
    while ((await stream.has(1)) && stream.bytes[stream.at] === LF) stream.at++;
    const name = (await stream.until(SPACE, MAX_WORD_BYTES)).slice();
    const offset = rows.next();
    const row = rows.values.subarray(offset, offset + dimension);
    await readRow(stream, row);
    try {
      const problem =
        findWordProblem(name) ?? (row.every(Number.isFinite) ? undefined : NOT_FINITE);
      if (problem !== undefined) throw createWordError(stream, number, problem);
      rows.add(decode(decoder, name, stream, number));
    } catch (error) {
      if (onBad === undefined) throw error;
      onBad(error as TermwiseError);
    }
  }
  while ((await stream.has(1)) && stream.bytes[stream.at] === LF) stream.at++;
  if (await stream.has(1)) throw stream.createError(`goes on after the ${words} words it promises`);
  return { vectors: rows.finish(), duplicates: rows.duplicates };
}

const NOT_FINITE = "a number of the vector is not finite";

/** A row is mostly in the window already, so it needs no promise. */
function readRow(stream: ByteStream, row: Float32Array): Promise<void> | void {
  const bytes = 4 * row.length;
  if (stream.end - stream.at < bytes) return stream.fill(row);
  const part = stream.bytes.subarray(stream.at, stream.at + bytes);
  new Uint8Array(row.buffer, row.byteOffset, bytes).set(part);
  stream.at += bytes;
}

function findWordProblem(name: Uint8Array): string | undefined {
  if (name.length === 0) return "the word is empty";
  return name.includes(LF) ? "the word has a line feed in it" : undefined;
}

function decode(
  decoder: TextDecoder,
  name: Uint8Array,
  stream: ByteStream,
  number: number,
): string {
  try {
    return decoder.decode(name);
  } catch {
    throw createWordError(stream, number, "the bytes of the word are not valid UTF-8");
  }
}

function createWordError({ file }: ByteStream, number: number, rule: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file}: word ${number}: ${rule}`, { file, word: number });
}
