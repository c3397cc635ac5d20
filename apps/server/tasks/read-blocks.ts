/** Bytes that come in blocks: as one, or as lines. */

import { TermwiseError } from "../../../src/common/errors.ts";

/** All blocks as one. */
export async function readAll(blocks: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  if (blocks !== undefined) for await (const block of blocks) parts.push(block);
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

/** A line with its number, from 1. */
export interface NumberedLine {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Lines, whatever blocks they are spread over. `LIMIT_EXCEEDED` for one of more than `most` bytes. */
export async function* readLines(
  blocks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<NumberedLine> {
  let [number, size] = [1, 0];
  let pendingParts: Uint8Array[] = [];
  const line = (end: Uint8Array): Uint8Array =>
    pendingParts.length === 0 ? end : Buffer.concat([...pendingParts, end]);
  const checkSize = (bytes: number): number => {
    if (bytes <= maxBytes) return bytes;
    throw new TermwiseError("LIMIT_EXCEEDED", `line ${number} has more than ${maxBytes} bytes`);
  };
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, start)) {
      checkSize(size + end - start);
      yield { number, bytes: line(block.subarray(start, end)) };
      [pendingParts, size, start] = [[], 0, end + 1];
      number++;
    }
    if (start === block.length) continue;
    pendingParts.push(block.subarray(start));
    size = checkSize(size + block.length - start);
  }
  if (size > 0) yield { number, bytes: line(new Uint8Array(0)) };
}
