/**
 * Reads records from files: the convention of all readers.
 *
 * - A file may be gzip, which is detected from its bytes. It is streamed.
 * - A record that breaks a rule of its format is BAD_INPUT with file, line and rule. Without
 *   `onBad` that ends the reading. With `onBad` the error is passed there, the record is skipped,
 *   and reading continues: the caller counts and reports. Each pass reports anew, so what is read
 *   twice is counted by file and line. An error thrown by `onBad` itself ends the reading.
 * - What concerns the file as a whole (missing, truncated gzip, a line beyond the limit) always
 *   ends the reading.
 * - Empty lines are not records.
 */

import { badInput, quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { decompress } from "../../storage/gzip.ts";
import { decodeLineBatches, type LineBatch, type ReadOptions } from "./lines.ts";

/** The position of a reader. One object moves through a whole file. */
export class FilePosition {
  readonly file: string;
  /** From 1. */
  line = 0;

  constructor(file: string) {
    this.file = file;
  }

  /** The error for a record here that breaks `rule`. */
  error(rule: string, line: number = this.line): TermwiseError {
    return badInput(this.file, line, rule);
  }

  /** Throws if a record that may span many lines has grown beyond `maxLength` characters. */
  checkLength(length: number, maxLength: number, line: number): void {
    if (length <= maxLength) return;
    const { file } = this;
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `${file}:${line}: a record may have at most ${maxLength} characters`,
      { file, line },
    );
  }
}

/** The lines of a file, decompressed and decoded. */
export function readLineBatches(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<LineBatch> {
  return decodeLineBatches(decompress(files.read(path), path), path, options);
}

/** Reads one line; throws `position.error(rule)`, or returns undefined if it has no record. */
export type ParseLine<T> = (line: string, position: FilePosition) => T | undefined;

/** Streams one record per line. */
export async function* streamRecords<T>(
  files: Files,
  path: string,
  parse: ParseLine<T>,
  options: ReadOptions = {},
): AsyncGenerator<T> {
  for await (const batch of streamRecordBatches(files, path, parse, options)) yield* batch;
}

/** Streams one record per line, in batches that parse each line when it is its turn. */
export async function* streamRecordBatches<T>(
  files: Files,
  path: string,
  parse: ParseLine<T>,
  options: ReadOptions = {},
): AsyncGenerator<Iterable<T>> {
  const position = new FilePosition(path);
  for await (const batch of readLineBatches(files, path, options)) {
    yield parseLines(batch, parse, position, options);
  }
}

function* parseLines<T>(
  { first, lines }: LineBatch,
  parse: ParseLine<T>,
  position: FilePosition,
  options: ReadOptions,
): Generator<T> {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    position.line = first + i;
    if (isBlank(line)) continue;
    const record =
      options.onBad === undefined
        ? parse(line, position)
        : catchBadInput(() => parse(line, position), options);
    if (record !== undefined) yield record;
  }
}

/** Runs `read`; passes a bad record to `onBad`, if given, and returns undefined for it. */
export function catchBadInput<T>(read: () => T, { onBad }: ReadOptions): T | undefined {
  if (onBad === undefined) return read();
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TermwiseError) || error.code !== "BAD_INPUT") throw error;
    onBad(error);
    return undefined;
  }
}

const WHITE_SPACE = /\s/;

export function isBlank(line: string): boolean {
  const first = line.charCodeAt(0);
  if (first > 0x20 && first < 0x7f) return false; // most lines
  return line.trim() === "";
}

/**
 * Returns `id` if it is valid: not empty and without white space. `label` is "document" or "query".
 */
export function checkId(id: string, label: string, position: FilePosition, line?: number): string {
  if (id === "") throw position.error(`a ${label} id must not be empty`, line);
  if (WHITE_SPACE.test(id)) {
    throw position.error(`a ${label} id must not have white space, got ${quote(id)}`, line);
  }
  return id;
}
