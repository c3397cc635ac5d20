/**
 * Merges the posting lists of an expanded word in one segment into a list that the kernels read as
 * any other (src/index/files/postings.ts), with codes of frequencies (frequency-codes.ts). Terms
 * are added in their order, as `UnionCursor` does.
 */

import { GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE, bitWidth, pack } from "../../index/encoding/index.ts";
import type { PostingArrays, TermEntry } from "../../index/files/index.ts";
import type { Segment } from "../../index/segments/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { LARGE_CODE, toFrequencyCode } from "./frequency-codes.ts";

/** Bits of a code, less one, in a full block. */
const CODE_BITS = 4;
/** Documents that are merged at once, so that their sums stay in the cache of the processor. */
const WINDOW = 1 << 14;
/** The longest length of an impact. */
const LONGEST_LENGTH = 65535;
/** Above that of any document. */
const NO_LENGTH = 2 ** 32 - 1;

/** A term's list in the segment, and the weight of an occurrence. */
export interface WeightedList {
  readonly entry: TermEntry;
  readonly factor: number;
}

/** A list as in the files of an index. */
export interface MergedPostings {
  /** The number of postings. */
  readonly count: number;
  /** The code of the largest frequency. */
  readonly largest: number;
  /** By posting: the number of its frequency in `frequencies`, or UNLISTED. */
  readonly numbers: Uint8Array;
  readonly frequencies: Float64Array;
  readonly arrays: PostingArrays;
}

/** Further frequencies than a byte can number are not listed. */
export const UNLISTED = 255;
/** Slots for the frequencies of a list, by hash. */
const SLOTS = 1024;

const sums = new Float64Array(WINDOW);
const bits = new Uint32Array(WINDOW / 32);

/** `lengths` are those of the field. Undefined once `limit` is over. */
export function mergePostings(
  segment: Segment,
  lists: readonly WeightedList[],
  lengths: Uint32Array,
  limit: TimeLimit,
): MergedPostings | undefined {
  const readers = lists.map((list) => new ListReader(segment, list));
  const maxCount = lists.reduce((sum, { entry }) => sum + entry.documentFrequency, 0);
  const writer = new ListWriter(lengths, maxCount);
  const { count } = segment.documents;
  for (let start = 0; start < count; start += WINDOW) {
    let postings = 0;
    for (const reader of readers) postings += reader.addUntil(start);
    writer.takeSums(start);
    if (limit.count(postings)) return undefined;
  }
  return writer.end();
}

/** Reads a list, window by window. */
class ListReader {
  readonly #segment: Segment;
  readonly #list: WeightedList;
  readonly #documents = new Uint32Array(BLOCK_SIZE);
  readonly #frequencies = new Uint32Array(BLOCK_SIZE);
  #block = 0;
  #count = 0;
  #position = 0;

  constructor(segment: Segment, list: WeightedList) {
    this.#segment = segment;
    this.#list = list;
  }

  /** Adds the postings of the window from `start` on to its sums; returns their number. */
  addUntil(start: number): number {
    const { postings } = this.#segment;
    const { entry, factor } = this.#list;
    const blocks = postings.blockCount(entry);
    const [documents, frequencies] = [this.#documents, this.#frequencies];
    let added = 0;
    for (;;) {
      const count = this.#count;
      let i = this.#position;
      for (; i < count; i++) {
        const at = (documents[i] as number) - start;
        if (at >= WINDOW) break;
        sums[at] = (sums[at] as number) + factor * (frequencies[i] as number);
        bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
      }
      added += i - this.#position;
      this.#position = i;
      if (i < count || this.#block === blocks) return added;
      this.#count = postings.read(entry, this.#block++, documents, frequencies);
      this.#position = 0;
    }
  }
}

/** Numbers the first different frequencies of a list, which are far fewer than its postings. */
class FrequencyNumbers {
  readonly frequencies: Float64Array = new Float64Array(UNLISTED);
  /** By number. */
  readonly codes = new Uint8Array(UNLISTED);
  /** Numbers plus 1, by hash of the frequency; 0 where there is none. */
  readonly #slots = new Uint8Array(SLOTS);
  #count = 0;

  find(frequency: number): number {
    const slots = this.#slots;
    // Of multiples of a few fractions, the product hardly ever has the same last digits.
    let slot = (frequency * 7919.77) & (SLOTS - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const number = (slots[slot] as number) - 1;
      if (this.frequencies[number] === frequency) return number;
    }
    if (this.#count === UNLISTED) return UNLISTED;
    const number = this.#count++;
    this.frequencies[number] = frequency;
    this.codes[number] = toTableCode(frequency);
    slots[slot] = number + 1;
    return number;
  }
}

/** Writes postings in document order. */
class ListWriter {
  readonly #lengths: Uint32Array;
  readonly #known = new FrequencyNumbers();
  readonly #numbers: Uint8Array;
  readonly #packed: GrowingWords;
  readonly #lastDocuments = new GrowingWords();
  readonly #blockStarts = new GrowingWords();
  readonly #shapes = new GrowingWords();
  readonly #impactStarts = new GrowingWords();
  readonly #impacts = new GrowingWords();
  /** The postings of the current block: documents skipped, and codes less one. */
  readonly #gaps = new Uint32Array(BLOCK_SIZE);
  readonly #codes = new Uint32Array(BLOCK_SIZE);
  readonly #words = new Uint32Array(BLOCK_SIZE);
  /** The shortest length by code in the current block. */
  readonly #shortest = new Uint32Array(LARGE_CODE + 1);
  #pending = 0;
  #count = 0;
  #previous = -1;
  #largestFrequency = 0;

  /** `maxCount` is at least the number of postings. */
  constructor(lengths: Uint32Array, maxCount: number) {
    this.#lengths = lengths;
    this.#numbers = new Uint8Array(maxCount);
    this.#packed = new GrowingWords(maxCount >>> 2);
    this.#impactStarts.push(0);
    this.#shortest.fill(NO_LENGTH);
  }

  /** Takes the documents of the window from `start` on, and clears their sums. */
  takeSums(start: number): void {
    const [known, lengths, numbers] = [this.#known, this.#lengths, this.#numbers];
    const [gaps, codes, shortest] = [this.#gaps, this.#codes, this.#shortest];
    let previous = this.#previous;
    let pending = this.#pending;
    let largest = this.#largestFrequency;
    for (let word = 0; word < bits.length; word++) {
      for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) {
        const at = 32 * word + 31 - Math.clz32(rest & -rest);
        const document = start + at;
        const frequency = sums[at] as number;
        sums[at] = 0;
        if (frequency > largest) largest = frequency;
        const number = known.find(frequency);
        const code = number === UNLISTED ? toTableCode(frequency) : (known.codes[number] as number);
        const length = lengths[document] as number;
        if (length < (shortest[code] as number)) shortest[code] = length;
        numbers[this.#count + pending] = number;
        gaps[pending] = document - previous - 1;
        codes[pending] = code - 1;
        previous = document;
        if (++pending < BLOCK_SIZE) continue;
        this.#endBlock(previous);
        pending = 0;
      }
      bits[word] = 0;
    }
    this.#previous = previous;
    this.#pending = pending;
    this.#largestFrequency = largest;
  }

  #endBlock(last: number): void {
    const packed = this.#packed;
    this.#blockStarts.push(packed.length);
    const width = this.#appendPacked(this.#gaps);
    this.#appendPacked(this.#codes, CODE_BITS);
    this.#shapes.push(width | (CODE_BITS << 6));
    this.#lastDocuments.push(last);
    this.#appendImpacts();
    this.#count += BLOCK_SIZE;
  }

  #appendPacked(numbers: Uint32Array, width: number = findWidth(numbers)): number {
    const words = this.#words.fill(0, 0, 4 * width);
    pack(numbers, width, words, 0);
    this.#packed.append(words.subarray(0, 4 * width));
    return width;
  }

  /** Of each code with the shortest length, those that no higher code with that length bounds. */
  #appendImpacts(): void {
    let shortest = NO_LENGTH;
    for (let code = LARGE_CODE; code > 0; code--) {
      const length = this.#shortest[code] as number;
      this.#shortest[code] = NO_LENGTH;
      if (length >= shortest) continue;
      shortest = length;
      this.#impacts.push((code << 16) | Math.min(length, LONGEST_LENGTH));
    }
    this.#impactStarts.push(this.#impacts.length);
  }

  end(): MergedPostings {
    const tail = new GrowingBytes();
    for (let i = 0; i < this.#pending; i++) {
      const code = (this.#codes[i] as number) + 1;
      tail.appendVarint(2 * (this.#gaps[i] as number) + (code === 1 ? 1 : 0));
      if (code > 1) tail.appendVarint(code - 2);
    }
    const arrays = {
      packed: this.#packed.view(),
      tails: tail.view(),
      lastDocuments: this.#lastDocuments.view(),
      blockStarts: this.#blockStarts.view(),
      shapes: Uint16Array.from(this.#shapes.view()),
      impactStarts: this.#impactStarts.view(),
      impacts: this.#impacts.view(),
    };
    return {
      count: this.#count + this.#pending,
      largest: toFrequencyCode(this.#largestFrequency),
      arrays,
      numbers: this.#numbers.slice(0, this.#count + this.#pending),
      frequencies: this.#known.frequencies,
    };
  }
}

function toTableCode(frequency: number): number {
  return Math.min(toFrequencyCode(frequency), LARGE_CODE);
}

function findWidth(numbers: Uint32Array): number {
  let all = 0;
  for (let i = 0; i < BLOCK_SIZE; i++) all |= numbers[i] as number;
  return bitWidth(all);
}
