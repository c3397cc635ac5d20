/** Lines of a file: real ones, damaged ones and noise; and the results of reading them. */

import type { Reader } from "../../src/collection/formats/readers.contract.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import type { Random } from "../../src/common/random.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";

/** Reads a whole file and returns the number of records. Bad ones go to `onBad`, or end it. */
export async function countRecords(
  reader: Reader,
  bytes: Uint8Array,
  onBad?: (error: TermwiseError) => void,
): Promise<number> {
  const files = new MemoryFiles({ file: bytes });
  let count = 0;
  for await (const _ of reader.read(files, "file", { ...(onBad && { onBad }) })) count++;
  return count;
}

/** The error of a read, if it is a TermwiseError; any other error is rethrown. */
export async function catchFailure(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof TermwiseError) return error;
    throw error;
  }
}

/** Lines of the sample, most of them intact, the rest damaged in one of many ways. */
export function fuzzLines(reader: Reader, count: number, random: Random): Uint8Array {
  const source = Buffer.from(reader.sample).toString("latin1").split("\n").slice(0, -1);
  const lines: string[] = [];
  while (lines.length < count) {
    // Consecutive lines, so that records of several lines can be complete.
    const from = random.below(2) === 0 ? 0 : random.below(source.length);
    for (const line of source.slice(from)) {
      lines.push(random.below(20) === 0 ? damageLine(line, random) : line);
    }
  }
  return Buffer.from(`${lines.slice(0, count).join("\n")}\n`, "latin1");
}

/** A line with one piece removed, doubled, moved or replaced. */
export function damageLine(line: string, random: Random): string {
  const at = random.below(line.length + 1);
  const to = at + random.below(line.length - at + 1);
  switch (random.below(7)) {
    case 0:
      return line.slice(0, at) + line.slice(to);
    case 1:
      return line.slice(0, at) + createNoise(random) + line.slice(at);
    case 2:
      return line.slice(0, to) + line.slice(at);
    case 3:
      return createNoise(random);
    case 4:
      return line.slice(0, at) + '<>"&\t ,{}[].#\\-\r\0'[random.below(17)] + line.slice(at);
    case 5:
      return `${line.slice(0, at)}\n${line.slice(at)}`;
    default:
      return line.toUpperCase().repeat(1 + random.below(3));
  }
}

/** Up to twenty bytes of any value but a line break. */
export function createNoise(random: Random): string {
  const bytes = Array.from({ length: random.below(20) }, () => random.below(256));
  return String.fromCharCode(...bytes.map((byte) => (byte === 0x0a ? 0 : byte)));
}
