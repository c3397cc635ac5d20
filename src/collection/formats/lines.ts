/**
 * Decodes a stream of bytes into lines of text, in batches.
 *
 * Batches are used because a promise per line costs more than the line. Lines end at LF or CR LF;
 * the last one may lack its end; a byte-order mark at the start is dropped. Bytes that are invalid
 * in the encoding are BAD_INPUT with the line's number: text is never repaired silently. (With
 * `onBad` such a line is reported and becomes an empty one.)
 */

import { concatenate } from "../../common/bytes/index.ts";
import { badInput, TermwiseError } from "../../common/errors.ts";

/**
 * The character encoding. `latin1` is windows-1252, as on the web. `auto` decodes each line as
 * UTF-8 if it is valid UTF-8, and as latin1 otherwise.
 */
export type Encoding = "utf-8" | "latin1" | "auto";

export interface LineBatch {
  /** Number of the first line in the file, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Options of every text reader. */
export interface ReadOptions {
  encoding?: Encoding;
  /** A longer line is LIMIT_EXCEEDED: it would not fit into a string, or into memory. */
  longestLine?: number;
  /** Receives the error of a bad record, which is then skipped. See records.ts. */
  onBad?: (error: TermwiseError) => void;
}

const LF = 0x0a;

/** 128 MiB: a quarter of the longest string that V8 can hold. */
export const MAX_LINE_BYTES: number = 1 << 27;

export async function* decodeLineBatches(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  { encoding = "utf-8", longestLine = MAX_LINE_BYTES, onBad }: ReadOptions = {},
): AsyncGenerator<LineBatch> {
  const decode = createDecoder(encoding, file, onBad);
  let rest: Uint8Array[] = []; // the beginning of an unfinished line
  let restBytes = 0;
  let next = 1;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF);
    if (end < 0) {
      rest.push(chunk);
      restBytes += chunk.length;
      if (restBytes > longestLine) throw lineTooLong(file, next, longestLine);
      continue;
    }
    const lines = decode(concatenate([...rest, chunk.subarray(0, end)]), next);
    yield { first: next, lines };
    next += lines.length;
    // A copy, so that a short rest does not keep a large chunk alive.
    rest = end + 1 < chunk.length ? [chunk.slice(end + 1)] : [];
    restBytes = chunk.length - end - 1;
  }
  if (restBytes > 0) yield { first: next, lines: decode(concatenate(rest), next) };
}

type Decode = (bytes: Uint8Array, first: number) => string[];

/** Decodes a block of whole lines at once, which is much faster than line by line. */
function createDecoder(encoding: Encoding, file: string, onBad: ReadOptions["onBad"]): Decode {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const latin1 = new TextDecoder("windows-1252");
  if (encoding === "latin1") return (bytes) => splitText(latin1.decode(bytes), 0);
  return (bytes, first) => {
    const text = tryDecode(utf8, bytes);
    if (text !== undefined) return splitText(text, first);
    return splitBytes(bytes).map((line, i) => {
      const single = tryDecode(utf8, line);
      if (single !== undefined) return splitText(single, first + i)[0] as string;
      if (encoding === "auto") return splitText(latin1.decode(line), 0)[0] as string;
      const error = badInput(file, first + i, "the bytes are not valid UTF-8");
      if (onBad === undefined) throw error;
      onBad(error);
      return ""; // keeps the numbers of the following lines
    });
  };
}

function tryDecode(utf8: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function splitText(text: string, first: number): string[] {
  const lines = (first === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text).split("\n");
  if (text.includes("\r")) {
    return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  }
  return lines;
}

function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(LF, at);
    if (end < 0) return [...lines, bytes.subarray(at)];
    lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
}

function lineTooLong(file: string, line: number, maxBytes: number): TermwiseError {
  return new TermwiseError(
    "LIMIT_EXCEEDED",
    `${file}:${line}: a line may have at most ${maxBytes} bytes`,
    { file, line },
  );
}
