/**
 * Encodes the LZ4 block format (lz4.ts). This is our own implementation because an index must have
 * the same bytes everywhere, and the platforms' compressors differ between versions.
 *
 * The encoder is greedy: at each position it takes the longest of the most recent match in the
 * block and a few matches in the dictionary.
 */

import { MIN_MATCH } from "./lz4.ts";

const HASH_BITS = 14;
/**
 * The format requires the last five bytes to be literals and no match to start in the last twelve.
 */
const LAST_LITERALS = 5;
const LAST_MATCH = 12;
const MAX_DISTANCE = 0xffff;
/** Matches in the dictionary that are compared. Each doubling from one to eight saves 3 to 6 %. */
const DICTIONARY_CANDIDATES = 8;
/** The largest dictionary: a copy reaches all of it from the first bytes of a block. */
export const MAX_DICTIONARY_BYTES: number = 60 << 10;
const NO_BYTES = new Uint8Array(0);

/** Encodes blocks that share a dictionary. */
export class Lz4Encoder {
  readonly #dictionary: Uint8Array;
  /** The dictionary, then the block. */
  #buffer = NO_BYTES;
  /** The last position of each hash in the block; -1 for none. */
  readonly #latest = new Int32Array(1 << HASH_BITS);
  /** The last position of each hash in the dictionary, and the one before each position; -1 for none. */
  readonly #dictionaryLatest: Int32Array;
  readonly #dictionaryPrevious: Int32Array;

  constructor(dictionary: Uint8Array = NO_BYTES) {
    this.#dictionary = dictionary;
    const isEmpty = dictionary.length < MIN_MATCH;
    this.#dictionaryLatest = new Int32Array(isEmpty ? 0 : 1 << HASH_BITS).fill(-1);
    this.#dictionaryPrevious = new Int32Array(isEmpty ? 0 : dictionary.length);
    for (let at = 0; at + MIN_MATCH <= dictionary.length; at++) {
      const slot = hashWord(readWord(dictionary, at));
      this.#dictionaryPrevious[at] = this.#dictionaryLatest[slot] as number;
      this.#dictionaryLatest[slot] = at;
    }
  }

  /** Encodes a block of less than 2^31 bytes. */
  encode(block: Uint8Array): Uint8Array {
    const start = this.#dictionary.length;
    const end = start + block.length;
    if (this.#buffer.length < end) {
      this.#buffer = new Uint8Array(start + 2 * block.length);
      this.#buffer.set(this.#dictionary);
    }
    const input = this.#buffer;
    input.set(block, start);
    const out = new Uint8Array(maxCompressedLength(block.length));
    const latest = this.#latest.fill(-1);
    let [to, anchor, at] = [0, start, start];
    while (at <= end - LAST_MATCH) {
      const word = readWord(input, at);
      const slot = hashWord(word);
      const recent = latest[slot] as number;
      latest[slot] = at;
      let [source, length] = [0, 0];
      if (recent >= 0 && at - recent <= MAX_DISTANCE && readWord(input, recent) === word) {
        source = recent;
        length = findMatchLength(input, recent, at, end);
      }
      let candidate = this.#dictionaryLatest[slot] ?? -1;
      for (let i = 0; i < DICTIONARY_CANDIDATES && candidate >= 0; i++) {
        if (at - candidate > MAX_DISTANCE) break;
        if (readWord(input, candidate) === word) {
          const found = findMatchLength(input, candidate, at, end);
          if (found > length) [source, length] = [candidate, found];
        }
        candidate = this.#dictionaryPrevious[candidate] as number;
      }
      if (length === 0) {
        at += 1 + ((at - anchor) >>> 6); // longer steps where nothing matches
        continue;
      }
      to = putSequence(out, to, input, anchor, at, at - source, length);
      at += length;
      anchor = at;
    }
    to = putLiterals(out, to, input, anchor, end, 0);
    return out.slice(0, to);
  }
}

/** Compresses a block of less than 2^31 bytes without a dictionary. */
export function compress(input: Uint8Array): Uint8Array {
  return new Lz4Encoder().encode(input);
}

/**
 * Wraps bytes without compression, as one run of literals, for callers that compress in another
 * way.
 */
export function encodeLiterals(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(maxCompressedLength(input.length));
  return out.slice(0, putLiterals(out, 0, input, 0, input.length, 0));
}

function maxCompressedLength(length: number): number {
  return length + Math.ceil(length / 255) + 16;
}

function hashWord(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
}

/** Of at least MIN_MATCH bytes that are known to be equal. */
function findMatchLength(
  input: Uint8Array,
  candidate: number,
  at: number,
  inputEnd: number,
): number {
  const end = inputEnd - LAST_LITERALS;
  let length = MIN_MATCH;
  while (at + length < end && input[candidate + length] === input[at + length]) length++;
  return length;
}

function putSequence(
  out: Uint8Array,
  to: number,
  input: Uint8Array,
  from: number,
  end: number,
  distance: number,
  length: number,
): number {
  const rest = length - MIN_MATCH;
  let at = putLiterals(out, to, input, from, end, Math.min(rest, 15));
  out[at++] = distance & 0xff;
  out[at++] = distance >>> 8;
  return rest >= 15 ? putLength(out, at, rest - 15) : at;
}

/** Writes a token with its low half, and the literals. */
function putLiterals(
  out: Uint8Array,
  to: number,
  input: Uint8Array,
  from: number,
  end: number,
  low: number,
): number {
  const count = end - from;
  out[to] = (Math.min(count, 15) << 4) | low;
  let at = count >= 15 ? putLength(out, to + 1, count - 15) : to + 1;
  for (let i = from; i < end; i++) out[at++] = input[i] as number;
  return at;
}

function putLength(out: Uint8Array, at: number, length: number): number {
  for (; length >= 255; length -= 255) out[at++] = 255;
  out[at++] = length;
  return at;
}

function readWord(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}
