/**
 * Records from files: the one convention that every reader keeps.
 *
 * - A file may be gzip; that is told from its bytes. It is streamed.
 * - A record that breaks a rule of its format is BAD_INPUT with file, line and
 *   rule. Without `onBad` that ends the reading. With `onBad` the error goes
 *   there, the record is left out, and reading goes on: whoever calls counts
 *   and reports. Each reading reports anew, so what is read twice is counted by
 *   file and line. An error thrown by `onBad` itself ends the reading.
 * - What concerns the file as a whole (not there, gzip cut off, a line beyond
 *   the limit) always ends the reading.
 * - Empty lines are no records.
 */

import { badInput, quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { decompressGzip } from "../../storage/gzip.ts";
import { decodeLineBatches, type LineBatch, type ReadOptions } from "./lines.ts";

/** Where a reader is. One object moves through a whole file. */
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

  /** Throws when a record that may run over many lines has grown beyond `longest` characters. */
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

/** The lines of a file, unpacked and decoded. */
export function readLineBatches(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<LineBatch> {
  return decodeLineBatches(decompressGzip(files.read(path), path), path, options);
}

/** One record a line. `parse` throws `place.bad(rule)`, or gives undefined for a line without one. */
export async function* streamRecords<T>(
  files: Files,
  path: string,
  parse: (line: string, position: FilePosition) => T | undefined,
  options: ReadOptions = {},
): AsyncGenerator<T> {
  const position = new FilePosition(path);
  for await (const { first, lines } of readLineBatches(files, path, options)) {
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as string;
      position.line = first + i;
      if (isBlank(line)) continue;
      const record = catchBadInput(() => parse(line, position), options);
      if (record !== undefined) yield record;
    }
  }
}

/** Runs `read`; a bad record goes to `onBad`, if there is one, and gives undefined. */
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

export function isBlank(line: string): boolean {
  return line.length === 0 || line.trim() === "";
}

/** `id` itself if it can be one: not empty and without white space. `what` is "document" or "query". */
export function checkId(id: string, what: string, position: FilePosition, line?: number): string {
  if (id === "") throw position.error(`a ${what} id must not be empty`, line);
  if (/\s/.test(id)) {
    throw position.error(`a ${what} id must not have white space, got ${quote(id)}`, line);
  }
  return id;
}
