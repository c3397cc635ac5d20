/**
 * Bit-packed numbers of similar size.
 *
 * Numbers are cut into blocks of 128, the last of which may be smaller. A block is its minimum,
 * signed · a width, one byte · the excess of each number over the minimum, in that many bits each,
 * from the lowest bit up, padded to a whole byte (frame of reference; Goldstein, Ramakrishnan and
 * Shaft, "Compressing relations and indexes", ICDE 1998). The width is 0 to 24 or 32, so that
 * reading needs at most 31 bits at a time.
 *
 * Numbers that mostly ascend are packed as deltas. Unpacking yields words in memory that threads
 * can share. Only writers load pack-numbers.ts.
 */

import type { Section } from "../files/file-frame.ts";
import { OWN_MEMORY, type SectionMemory, toWords } from "../files/section-memory.ts";
import { ByteReader } from "./byte-reader.ts";

export const BLOCK = 128;
export const MAX_WIDTH = 24;
/** The minimum size of a block: a minimum and a width. */
const MIN_BLOCK_BYTES = 2;

/**
 * Unpacks the `count` numbers of a section into `memory`, unless they are there. Negative numbers
 * become 2^32 larger.
 */
export function unpackNumbers(
  section: Section,
  count: number,
  memory: SectionMemory = OWN_MEMORY,
): Uint32Array {
  const found = memory.find?.(section);
  if (found !== undefined) return toWords(found);
  const { file, start, bytes } = section;
  const reader = new ByteReader(bytes, file, start);
  if (Math.ceil(count / BLOCK) > bytes.length / MIN_BLOCK_BYTES) {
    throw reader.corrupt(`${count} numbers expected, but the data ends`);
  }
  const numbers = toWords(memory.allocate(4 * count, section));
  for (let from = 0; from < count; from += BLOCK) {
    unpackBlock(reader, numbers.subarray(from, from + BLOCK));
  }
  if (reader.at !== reader.end) throw reader.corrupt("something follows the last number");
  return numbers;
}

/** Unpacks the `count` numbers of a section of deltas. */
export function unpackDeltas(
  section: Section,
  count: number,
  memory: SectionMemory = OWN_MEMORY,
): Uint32Array {
  const found = memory.find?.(section);
  if (found !== undefined) return toWords(found);
  const numbers = unpackNumbers(section, count, memory);
  for (let i = 1; i < count; i++) {
    numbers[i] = (numbers[i] as number) + (numbers[i - 1] as number);
  }
  return numbers;
}

function unpackBlock(reader: ByteReader, out: Uint32Array): void {
  const min = reader.signed();
  const width = reader.byte();
  if (width > MAX_WIDTH && width !== 32) throw reader.corrupt(`numbers of ${width} bits`);
  const bytes = reader.bytes(Math.ceil((out.length * width) / 8));
  if (width === 32) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < out.length; i++) out[i] = min + view.getUint32(4 * i, true);
    return;
  }
  const mask = (1 << width) - 1;
  let next = 0;
  let bits = 0;
  let bitCount = 0;
  for (let i = 0; i < out.length; i++) {
    for (; bitCount < width; bitCount += 8) bits |= (bytes[next++] as number) << bitCount;
    out[i] = min + (bits & mask);
    bits >>>= width;
    bitCount -= width;
  }
}
