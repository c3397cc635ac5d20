/**
 * The LZ4 block format (Collet, "LZ4 Block Format Description"): a sequence is a token, literals,
 * and a copy of earlier bytes.
 *
 * This is our own implementation because an index must have the same bytes everywhere, and the
 * platforms' compressors differ between versions. The encoder is greedy with one candidate per
 * hash. The decoder checks every length and never reads or writes outside its arrays.
 */

const HASH_BITS = 14;
const MIN_MATCH = 4;
/**
 * The format requires the last five bytes to be literals and no match to start in the last twelve.
 */
const LAST_LITERALS = 5;
const LAST_MATCH = 12;
const MAX_DISTANCE = 0xffff;
/** Bytes that the decoder copies at a time. */
const WORD = 4;

const table = new Int32Array(1 << HASH_BITS);

/** The maximum output length of `compress`. */
function maxCompressedLength(length: number): number {
  return length + Math.ceil(length / 255) + 16;
}

/** Compresses a block of less than 2^31 bytes. */
export function compress(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(maxCompressedLength(input.length));
  const lastMatch = input.length - LAST_MATCH;
  table.fill(-1);
  let to = 0;
  let anchor = 0;
  let at = 0;
  while (at <= lastMatch) {
    const word = readWord(input, at);
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
    const candidate = table[slot] as number;
    table[slot] = at;
    if (candidate < 0 || at - candidate > MAX_DISTANCE || readWord(input, candidate) !== word) {
      at += 1 + ((at - anchor) >>> 6); // longer steps where nothing matches
      continue;
    }
    const length = findMatchLength(input, candidate, at);
    to = putSequence(out, to, input, anchor, at, at - candidate, length);
    at += length;
    anchor = at;
  }
  to = putLiterals(out, to, input, anchor, input.length, 0);
  return out.slice(0, to);
}

/**
 * Wraps bytes without compression, as one run of literals, for callers that compress in another
 * way.
 */
export function encodeLiterals(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(maxCompressedLength(input.length));
  return out.slice(0, putLiterals(out, 0, input, 0, input.length, 0));
}

/**
 * Decodes a block of `length` bytes into `out`, which has that length; undefined if the input is
 * not such a block. Bytes outside `input` are never read.
 */
export function decompress(
  input: Uint8Array,
  length: number,
  out: Uint8Array = new Uint8Array(length),
): Uint8Array | undefined {
  return new Lz4Decoder(input, out, length).decodeUpTo(Number.POSITIVE_INFINITY) ? out : undefined;
}

/** Decodes a block from its beginning, as far as requested. */
export class Lz4Decoder {
  readonly #input: Uint8Array;
  readonly #out: Uint8Array;
  readonly #length: number;
  /** Reads words of four bytes at any offset. Copying by words halves the time. */
  readonly #from: DataView;
  readonly #to: DataView;
  #read = 0;
  #restored = 0;

  /** Decodes a block of `length` bytes into `out`, which has that length. */
  constructor(input: Uint8Array, out: Uint8Array, length: number) {
    this.#input = input;
    this.#out = out;
    this.#length = length;
    this.#from = new DataView(input.buffer, input.byteOffset, input.length);
    this.#to = new DataView(out.buffer, out.byteOffset, out.length);
  }

  /** Number of decoded bytes; the rest of `out` is undefined. */
  get decodedLength(): number {
    return this.#restored;
  }

  /**
   * Decodes at least `bytes` bytes, or all if there are fewer. False if the input is not such a
   * block.
   */
  decodeUpTo(bytes: number): boolean {
    const [input, out, length, fromView, toView] = [
      this.#input,
      this.#out,
      this.#length,
      this.#from,
      this.#to,
    ];
    let [at, to] = [this.#read, this.#restored];
    while (at < input.length && to < bytes) {
      const token = input[at++] as number;
      let literals = token >>> 4;
      if (literals === 15) {
        let byte = 255;
        while (byte === 255 && at < input.length) literals += byte = input[at++] as number;
      }
      const end = at + literals;
      if (end > input.length || to + literals > length) return false;
      if (end + WORD <= input.length && to + literals + WORD <= length) {
        for (let i = 0; i < literals; i += WORD) {
          toView.setUint32(to + i, fromView.getUint32(at + i, true), true);
        }
        at = end;
        to += literals;
      } else while (at < end) out[to++] = input[at++] as number;
      if (at === input.length) break; // the last sequence has no copy
      const distance = (input[at] as number) | ((input[at + 1] ?? 0) << 8);
      at += 2;
      let copied = (token & 15) + MIN_MATCH;
      if ((token & 15) === 15) {
        let byte = 255;
        while (byte === 255 && at < input.length) copied += byte = input[at++] as number;
      }
      if (distance === 0 || distance > to || to + copied > length) return false;
      if (distance >= WORD && to + copied + WORD <= length) {
        for (let i = 0; i < copied; i += WORD) {
          toView.setUint32(to + i, toView.getUint32(to + i - distance, true), true);
        }
        to += copied;
      } else {
        // Byte by byte, because a copy may overlap its source.
        for (const last = to + copied; to < last; to++) out[to] = out[to - distance] as number;
      }
    }
    [this.#read, this.#restored] = [at, to];
    return to >= bytes || to === length;
  }
}

function findMatchLength(input: Uint8Array, candidate: number, at: number): number {
  const end = input.length - LAST_LITERALS;
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
