/**
 * Our own file of word vectors, with the layout of memory, so that opening one only
 * reads bytes. Little-endian:
 *
 *   header   "termwise" · "vectors" and a zero · version, dimension, words,
 *            buckets, smallest n, largest n, bytes of the words, 0   u32 each
 *   words    UTF-8, each ended by a line feed; zeros up to a multiple of 16
 *   rows     f32, a row for each word, then one for each bucket
 *   footer   magic, CRC-32 of every byte before it   u32 each
 *
 * Without n-grams buckets, smallest and largest are 0. docs/embeddings.md has the
 * same for readers outside of this library.
 */

import { type Crc32, loadCrc32 } from "../common/bytes/index.ts";
import { badArgument, corrupt, quote, TermwiseError } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { ByteStream } from "./byte-stream.ts";
import { createShareableFloats } from "./shareable-numbers.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { WordVectors } from "./word-vectors.ts";

export const VECTORS_MAGIC = "termwisevectors\0";
const VERSION = 1;
const HEADER_BYTES = 48;
const FOOTER_BYTES = 8;
const FOOTER_MAGIC = 0x57545646;
/** Rows are written and checksummed in pieces of this size. */
const CHUNK_BYTES = 1 << 22;
/** V8 holds strings of up to 2^29 - 24 units. */
const MAX_WORD_BYTES = 2 ** 29 - 24;

/** Writes vectors to one file atomically. */
export async function writeVectors(
  files: Files,
  path: string,
  vectors: WordVectors | SubwordVectors,
): Promise<void> {
  const words = encodeWords(vectors.words);
  const crc32 = await loadCrc32();
  await files.write(path, encodeFile(vectors, words, crc32));
}

function* encodeFile(
  vectors: WordVectors | SubwordVectors,
  words: Uint8Array,
  crc32: Crc32,
): Generator<Uint8Array> {
  let crc = 0;
  const checked = (bytes: Uint8Array): Uint8Array => {
    crc = updateChecksum(crc, bytes, crc32);
    return bytes;
  };
  const { smallest, largest, buckets } =
    vectors instanceof SubwordVectors ? vectors.ngrams : { smallest: 0, largest: 0, buckets: 0 };
  const header = new Uint8Array(HEADER_BYTES);
  header.set(new TextEncoder().encode(VECTORS_MAGIC));
  new Uint32Array(header.buffer, 16).set([
    VERSION,
    vectors.dimension,
    vectors.words.length,
    buckets,
    smallest,
    largest,
    words.length,
  ]);
  yield checked(header);
  yield checked(words);
  yield checked(new Uint8Array(computePadding(words.length)));
  for (const piece of encodeChunks(vectors.values)) yield checked(piece);
  yield new Uint8Array(Uint32Array.of(FOOTER_MAGIC, computeFooterChecksum(crc, crc32)).buffer);
}

/** The checksum updated with `bytes`. (Node's own loses its state on zero bytes.) */
function updateChecksum(crc: number, bytes: Uint8Array, crc32: Crc32): number {
  return bytes.length === 0 ? crc : crc32(bytes, crc);
}

/** The checksum after the footer's magic. */
function computeFooterChecksum(crc: number, crc32: Crc32): number {
  return crc32(new Uint8Array(Uint32Array.of(FOOTER_MAGIC).buffer), crc);
}

function encodeWords(words: readonly string[]): Uint8Array {
  const badWord = words.find((word) => word.includes("\n") || /\p{Surrogate}/u.test(word));
  if (badWord !== undefined) {
    throw badArgument(`a word must be well-formed and without line feeds, got ${quote(badWord)}`);
  }
  return new TextEncoder().encode(words.map((word) => `${word}\n`).join(""));
}

/** Reads a file of `writeVectors`, with rows directly in memory that threads can share. */
export async function readVectors(stream: ByteStream): Promise<WordVectors | SubwordVectors> {
  const crc32 = await loadCrc32();
  const damaged = (reason: string): TermwiseError => corrupt(stream.file, stream.offset, reason);
  if (!(await stream.has(HEADER_BYTES))) throw damaged("the file ends inside its header");
  const header = (await stream.take(HEADER_BYTES)).slice();
  if (String.fromCharCode(...header.subarray(0, 16)) !== VECTORS_MAGIC) {
    throw damaged("this is not a file of vectors");
  }
  const [version, dimension, count, buckets, smallest, largest, wordBytes] = new Uint32Array(
    header.buffer,
    16,
  ) as unknown as [number, number, number, number, number, number, number];
  if (version !== VERSION) throw createVersionError(stream.file, version);
  const rowBytes = 4 * (count + buckets) * dimension;
  const rest = wordBytes + computePadding(wordBytes) + rowBytes + FOOTER_BYTES;
  if (dimension < 1 || wordBytes > MAX_WORD_BYTES || HEADER_BYTES + rest > stream.maxBytes) {
    throw damaged("the header promises more than is there");
  }
  try {
    const text = (await stream.take(wordBytes + computePadding(wordBytes))).slice();
    const values = createShareableFloats((count + buckets) * dimension);
    await stream.fill(values);
    const footer = (await stream.take(FOOTER_BYTES)).slice();
    let crc = updateChecksum(crc32(header), text, crc32);
    for (const piece of encodeChunks(values)) crc = crc32(piece, crc);
    const [magic, storedChecksum] = new Uint32Array(footer.buffer);
    if (magic !== FOOTER_MAGIC || storedChecksum !== computeFooterChecksum(crc, crc32)) {
      throw damaged("the checksum does not match");
    }
    if (await stream.has(1)) throw damaged("the file goes on after its footer");
    const words = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(text.subarray(0, wordBytes))
      .split("\n");
    words.pop();
    if (words.length !== count) throw damaged(`${count} words are promised, not there`);
    return largest === 0 && buckets === 0
      ? new WordVectors(words, dimension, values)
      : new SubwordVectors(words, dimension, values, { smallest, largest, buckets });
  } catch (error) {
    const code = error instanceof TermwiseError ? error.code : "BAD_INPUT";
    throw code === "BAD_INPUT" || code === "BAD_ARGUMENT"
      ? damaged((error as Error).message)
      : error;
  }
}

function createVersionError(file: string, version: number): TermwiseError {
  return new TermwiseError(
    "INDEX_TOO_NEW",
    `${file} has version ${version} of the vectors file; this release reads version ${VERSION}`,
    { file, version },
  );
}

function computePadding(length: number): number {
  return -length & 15;
}

function* encodeChunks(values: Float32Array): Generator<Uint8Array> {
  for (let at = 0; at < values.byteLength; at += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, values.byteLength - at);
    yield new Uint8Array(values.buffer, values.byteOffset + at, length);
  }
}
