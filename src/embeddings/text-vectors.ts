/**
 * Word vectors as text: a word and its numbers on each line, separated by spaces.
 *
 * GloVe has no header; word2vec and fastText (`.vec`) begin with the number of words
 * and the dimension. A line is read from its right end, because some releases have
 * words with spaces in them. Without a header the first line determines the
 * dimension: all its fields except the first.
 */

import { badArgument, badInput, quote, TermwiseError } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { ByteStream } from "./byte-stream.ts";
import { parseDecimal } from "./decimal.ts";
import { VectorsBuilder } from "./vectors-builder.ts";
import type { WordVectors } from "./word-vectors.ts";

export interface TextOptions {
  /** Numbers per line; needed only if the first line does not determine it. */
  dimension?: number | undefined;
  /**
   * Receives the error of a bad line, which is then left out. Without it, a bad line
   * ends the reading.
   */
  onBad?: ((error: TermwiseError) => void) | undefined;
}

export interface ReadVectors<Kind> {
  readonly vectors: Kind;
  /** Rows left out because their word is a duplicate. */
  readonly duplicates: number;
}

const LF = 0x0a;
const SPACE = 0x20;
/** 16 MiB: a hundred thousand dimensions and more. */
const MAX_LINE_BYTES = 1 << 24;
/** Approximate bytes per number in released files, to estimate the number of rows. */
const MIN_NUMBER_BYTES = 8;

export async function readTextVectors(
  stream: ByteStream,
  { dimension, onBad }: TextOptions = {},
): Promise<ReadVectors<WordVectors>> {
  const { file } = stream;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let header: Header | undefined;
  let rows: VectorsBuilder | undefined;
  let skipped = 0;
  let line = 0;
  for (
    let end = await findLineEnd(stream, 1);
    end >= 0;
    end = await findLineEnd(stream, line + 1)
  ) {
    line++;
    const { bytes } = stream;
    const start = line === 1 ? skipByteOrderMark(bytes, stream.at) : stream.at;
    stream.at = Math.min(end + 1, stream.end);
    if (rows === undefined) {
      header = parseHeader(bytes, start, end);
      rows = createRows(stream, dimension, header, countFields(bytes, start, end) - 1);
      if (header !== undefined) continue;
    }
    const problem = addRow(bytes, start, end, rows, decoder);
    if (problem === undefined) continue;
    const error = badInput(file, line, problem);
    if (onBad === undefined) throw error;
    onBad(error);
    skipped++;
  }
  if (rows === undefined) throw badInput(file, 1, "there are no vectors in this file");
  const rowCount = rows.count + rows.duplicates + skipped;
  if (header !== undefined && header.words !== rowCount) {
    throw badInput(
      file,
      line,
      `the first line promises ${header.words} words, there are ${rowCount}`,
    );
  }
  return { vectors: rows.finish(), duplicates: rows.duplicates };
}

/** Space for rows of the width that the caller, the header or the first line determines. */
function createRows(
  { file, size }: ByteStream,
  requestedDimension: number | undefined,
  header: Header | undefined,
  onFirstLine: number,
): VectorsBuilder {
  const width = requestedDimension ?? header?.dimension ?? onFirstLine;
  if (header !== undefined && header.dimension !== width) {
    throw badInput(file, 1, `the vectors have ${header.dimension} numbers, not ${width}`);
  }
  if (width < 1) throw badInput(file, 1, "a word and its numbers are expected");
  return new VectorsBuilder(width, size / (MIN_NUMBER_BYTES * width));
}

/** The end of the line at `stream.at`, which is completely in the window; -1 if there is none. */
async function findLineEnd(stream: ByteStream, line: number): Promise<number> {
  for (let scanned = 0; ; ) {
    const end = stream.bytes.indexOf(LF, stream.at + scanned);
    if (end >= 0) return end;
    scanned = stream.end - stream.at;
    if (scanned > MAX_LINE_BYTES) {
      throw new TermwiseError(
        "LIMIT_EXCEEDED",
        `${stream.file}:${line}: a line may have at most ${MAX_LINE_BYTES} bytes`,
        { file: stream.file, line },
      );
    }
    if (!(await stream.more())) return scanned === 0 ? -1 : stream.end;
  }
}

interface Header {
  readonly words: number;
  readonly dimension: number;
}

/** The header of word2vec and fastText: exactly two whole numbers. */
export function parseHeader(bytes: Uint8Array, start: number, end: number): Header | undefined {
  if (end - start > 40) return undefined;
  const text = String.fromCharCode(...bytes.subarray(start, end));
  const [, words, dimension] = /^(\d{1,15})[ \t](\d{1,9})[ \t\r]*$/.exec(text) ?? [];
  if (words === undefined || Number(dimension) < 1) return undefined;
  return { words: Number(words), dimension: Number(dimension) };
}

/** Skips a byte-order mark, if there is one. */
function skipByteOrderMark(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? at + 3 : at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x09 || byte === 0x0d;
}

function countFields(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (!isSpace(bytes[at]) && (at === start || isSpace(bytes[at - 1]))) count++;
  }
  return count;
}

/** Adds the row of a line; returns the problem with it, if any. */
function addRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  rows: VectorsBuilder,
  decoder: TextDecoder,
): string | undefined {
  const { dimension } = rows;
  const offset = rows.next();
  const { values } = rows;
  let to = end;
  while (to > start && isSpace(bytes[to - 1])) to--;
  for (let i = dimension - 1; i >= 0; i--) {
    let from = to;
    while (from > start && !isSpace(bytes[from - 1])) from--;
    if (from === start) return `a word and ${dimension} numbers are expected`;
    const value = Math.fround(parseDecimal(bytes, from, to));
    if (!Number.isFinite(value))
      return `${formatBytes(bytes, from, to)} is not a number of 32 bits`;
    values[offset + i] = value;
    to = from - 1;
    while (to > start && isSpace(bytes[to - 1])) to--;
  }
  if (to === start) return "the word is empty";
  if (endsInFraction(bytes, start, to)) return `there are more than ${dimension} numbers`;
  try {
    rows.add(decoder.decode(bytes.subarray(start, to)));
  } catch {
    return "the bytes of the word are not valid UTF-8";
  }
  return undefined;
}

/** Whether a word with a space ends in something like 0.25: one number too many. */
function endsInFraction(bytes: Uint8Array, start: number, end: number): boolean {
  let from = end;
  while (from > start && !isSpace(bytes[from - 1])) from--;
  if (from === start || bytes.subarray(from, end).indexOf(0x2e) < 0) return false;
  return !Number.isNaN(parseDecimal(bytes, from, end));
}

function formatBytes(bytes: Uint8Array, start: number, end: number): string {
  return quote(new TextDecoder().decode(bytes.slice(start, Math.min(end, start + 100))));
}

/** Nine digits represent every 32-bit float exactly. */
const DIGITS = 9;
const LINES_PER_CHUNK = 256;

/** `BAD_ARGUMENT` if a word has white space, which readers would take as the end of the word. */
export async function writeTextVectors(
  files: Files,
  path: string,
  vectors: WordVectors,
): Promise<void> {
  const badWord = vectors.words.find((word) => /\s/.test(word));
  if (badWord !== undefined) {
    throw badArgument(`as text, a word must be without white space, got ${quote(badWord)}`);
  }
  await files.write(path, encodeChunks(vectors));
}

function* encodeChunks(vectors: WordVectors): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${vectors.words.length} ${vectors.dimension}\n`);
  let lines = "";
  for (const [i, word] of vectors.words.entries()) {
    lines += `${word} ${formatRow(vectors.row(i))}\n`;
    if ((i + 1) % LINES_PER_CHUNK === 0) {
      yield encoder.encode(lines);
      lines = "";
    }
  }
  yield encoder.encode(lines);
}

function formatRow(row: Float32Array): string {
  return Array.from(row, (value) => Number(value.toPrecision(DIGITS))).join(" ");
}
