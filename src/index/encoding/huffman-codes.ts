/**
 * Codes of whole numbers in as few bits as their frequencies allow (Huffman, "A method for the
 * construction of minimum-redundancy codes", 1952). The lengths of the codes determine the codes:
 * longer codes follow shorter ones, and codes of one length ascend with the numbers (Schwartz and
 * Kallick, "Generating a canonical prefix encoding", CACM 1964).
 *
 * Codes follow one another from the highest bit of a byte down. A sequence ends with its last byte,
 * which is filled with ones: one more number, the end, has the longest code and the highest, which
 * consists of ones.
 */

import type { GrowingBytes } from "../../common/bytes/index.ts";

/** The longest code. Longer ones are avoided by more equal counts. */
export const MAX_CODE_BITS = 24;
/** Codes of up to this length are decoded by one look-up. */
const TABLE_BITS = 10;
/** In the place of a length: the code is longer. */
const LONGER = 31;

/** The length of the code of each number, by its count above 0, and at last that of the end. */
export function computeCodeLengths(counts: Uint32Array): Uint8Array {
  const weights = new Float64Array(counts.length + 1); // the end has weight 0
  weights.set(counts);
  for (;;) {
    const lengths = computeHuffmanLengths(weights);
    if ((lengths.at(-1) as number) <= MAX_CODE_BITS) return lengths;
    for (let i = 0; i < counts.length; i++) {
      weights[i] = Math.max(1, Math.floor((weights[i] as number) / 2));
    }
  }
}

/** The depth of each leaf of a tree that is built from two queues, of leaves and of inner nodes. */
function computeHuffmanLengths(weights: Float64Array): Uint8Array {
  const leaves = weights.length;
  const order = Uint32Array.from(weights.keys()).sort(
    (a, b) => (weights[a] as number) - (weights[b] as number) || b - a,
  );
  const nodes = 2 * leaves - 1;
  const sums = new Float64Array(nodes);
  const parents = new Uint32Array(nodes);
  for (let i = 0; i < leaves; i++) sums[i] = weights[order[i] as number] as number;
  let [leaf, inner] = [0, leaves];
  const takeLightest = (next: number): number => {
    const isLeaf =
      leaf < leaves && (inner === next || (sums[leaf] as number) <= (sums[inner] as number));
    return isLeaf ? leaf++ : inner++;
  };
  for (let next = leaves; next < nodes; next++) {
    for (const child of [takeLightest(next), takeLightest(next)]) {
      sums[next] = (sums[next] as number) + (sums[child] as number);
      parents[child] = next;
    }
  }
  const depths = new Uint8Array(nodes);
  const lengths = new Uint8Array(leaves);
  for (let i = nodes - 2; i >= 0; i--) {
    depths[i] = Math.min(0xff, (depths[parents[i] as number] as number) + 1);
    if (i < leaves) lengths[order[i] as number] = depths[i] as number;
  }
  return lengths;
}

/** The codes in ascending order: by length, the first one, their number, and how many are shorter. */
interface CodeRanges {
  readonly numbers: Uint32Array;
  readonly first: Uint32Array;
  readonly counts: Uint32Array;
  readonly shorter: Uint32Array;
  /** The share of all sequences of bits that begin with a code; 1 if the lengths are valid. */
  readonly covered: number;
}

function computeCodeRanges(lengths: Uint8Array): CodeRanges {
  const counts = new Uint32Array(MAX_CODE_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  const first = new Uint32Array(MAX_CODE_BITS + 1);
  const shorter = new Uint32Array(MAX_CODE_BITS + 1);
  let [code, before, covered] = [0, 0, 0];
  for (let length = 0; length <= MAX_CODE_BITS; length++) {
    const count = counts[length] as number;
    first[length] = code;
    shorter[length] = before;
    before += count;
    covered += count / 2 ** length;
    code = (code + count) * 2;
  }
  const numbers = new Uint32Array(lengths.length);
  const next = shorter.slice();
  for (const [number, length] of lengths.entries()) {
    numbers[next[length] as number] = number;
    next[length] = (next[length] as number) + 1;
  }
  return { numbers, first, counts, shorter, covered };
}

export class PrefixEncoder {
  readonly lengths: Uint8Array;
  readonly #codes: Uint32Array;

  constructor(lengths: Uint8Array) {
    const { numbers, first, shorter } = computeCodeRanges(lengths);
    this.lengths = lengths;
    this.#codes = new Uint32Array(lengths.length);
    for (const [i, number] of numbers.entries()) {
      const length = lengths[number] as number;
      this.#codes[number] = (first[length] as number) + i - (shorter[length] as number);
    }
  }

  /** Appends the codes of `numbers`, filled up to a whole byte. */
  encode(numbers: Uint32Array, out: GrowingBytes): void {
    let [bits, bitCount] = [0, 0]; // fewer than 8 bits before a code
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] as number;
      const length = this.lengths[number] as number;
      bits = (bits << length) | (this.#codes[number] as number);
      for (bitCount += length; bitCount >= 8; bitCount -= 8) {
        out.appendByte((bits >>> (bitCount - 8)) & 0xff);
      }
      bits &= (1 << bitCount) - 1;
    }
    const free = 8 - bitCount;
    if (free < 8) out.appendByte((bits << free) | ((1 << free) - 1));
  }
}

export class PrefixDecoder {
  readonly #end: number;
  readonly #shortest: number;
  readonly #ranges: CodeRanges;
  /** By the first bits of a code: 32 · number + length, or LONGER. */
  readonly #table = new Uint32Array(1 << TABLE_BITS).fill(LONGER);

  /** Undefined if there are no such codes. */
  static open(lengths: Uint8Array): PrefixDecoder | undefined {
    if (lengths.length === 0 || lengths.some((length) => length > MAX_CODE_BITS)) return undefined;
    const ranges = computeCodeRanges(lengths);
    const isEndLast = ranges.numbers.at(-1) === lengths.length - 1;
    return ranges.covered === 1 && isEndLast ? new PrefixDecoder(lengths, ranges) : undefined;
  }

  private constructor(lengths: Uint8Array, ranges: CodeRanges) {
    this.#end = lengths.length - 1;
    this.#ranges = ranges;
    this.#shortest = Math.max(1, lengths[ranges.numbers[0] as number] as number);
    let at = 0;
    for (const number of ranges.numbers) {
      const length = lengths[number] as number;
      if (length > TABLE_BITS) break;
      const next = at + (1 << (TABLE_BITS - length));
      this.#table.fill(32 * number + length, at, next);
      at = next;
    }
  }

  /** The largest count of numbers in a sequence of `byteCount` bytes. */
  maxCount(byteCount: number): number {
    return Math.floor((8 * byteCount) / this.#shortest);
  }

  /** Writes the numbers of a sequence to `out` and returns their count; -1 if the bytes are damaged. */
  decode(bytes: Uint8Array, out: Uint32Array): number {
    const bitEnd = 8 * bytes.length;
    const { numbers, first, counts, shorter } = this.#ranges;
    const [table, end] = [this.#table, this.#end];
    let count = 0;
    for (let bit = 0; ; ) {
      const window = readWindow(bytes, bit >>> 3, bit & 7);
      const entry = table[window >>> (MAX_CODE_BITS - TABLE_BITS)] as number;
      let [number, length] = [entry >>> 5, entry & 31];
      if (length === LONGER) {
        length = TABLE_BITS + 1;
        let rank = (window >>> (MAX_CODE_BITS - length)) - (first[length] as number);
        while (rank >= (counts[length] as number)) {
          length++;
          rank = (window >>> (MAX_CODE_BITS - length)) - (first[length] as number);
        }
        number = numbers[(shorter[length] as number) + rank] as number;
      }
      if (number === end) return bitEnd - bit < 8 ? count : -1;
      bit += length;
      if (bit > bitEnd) return -1;
      out[count++] = number;
    }
  }
}

/** The next 24 bits; ones after the last byte. */
function readWindow(bytes: Uint8Array, at: number, offset: number): number {
  const word =
    at + 4 <= bytes.length
      ? ((bytes[at] as number) << 24) |
        ((bytes[at + 1] as number) << 16) |
        ((bytes[at + 2] as number) << 8) |
        (bytes[at + 3] as number)
      : ((bytes[at] ?? 0xff) << 24) |
        ((bytes[at + 1] ?? 0xff) << 16) |
        ((bytes[at + 2] ?? 0xff) << 8) |
        (bytes[at + 3] ?? 0xff);
  return (word << offset) >>> 8;
}
