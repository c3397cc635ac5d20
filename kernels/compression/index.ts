/**
 * Encodes LZ4 blocks as Lz4Encoder of src/index/encoding/lz4-encoder.ts does, byte for byte. The
 * rules are explained there.
 */

const HASH_BITS: u32 = 14;
const LAST_LITERALS: u32 = 5;
const LAST_MATCH: u32 = 12;
const MIN_MATCH: u32 = 4;
const MAX_DISTANCE: u32 = 0xffff;
const DICTIONARY_CANDIDATES: u32 = 8;
const MAX_DICTIONARY: u32 = 60 << 10;
const NONE: u32 = 0xffffffff;

/** The last position of each hash in the block, plus `base`. */
const LATEST: u32 = 1024;
/** The last position of each hash in the dictionary, and the one before each position. */
const DICTIONARY_LATEST: u32 = LATEST + (4 << HASH_BITS);
const DICTIONARY_PREVIOUS: u32 = DICTIONARY_LATEST + (4 << HASH_BITS);
/** The dictionary, then the block. */
export const INPUT: u32 = DICTIONARY_PREVIOUS + 4 * MAX_DICTIONARY;

let dictionaryBytes: u32 = 0;
/** Positions of earlier blocks are not above it, so that the table need not be cleared. */
let base: u32 = 0;

/** Takes the first `length` bytes of the input as the dictionary. */
export function setDictionary(length: u32): void {
  dictionaryBytes = length;
  base = 0;
  memory.fill(LATEST, 0, 4 << HASH_BITS);
  memory.fill(DICTIONARY_LATEST, 0xff, 4 << HASH_BITS);
  for (let at: u32 = 0; at + MIN_MATCH <= length; at++) {
    const slot = DICTIONARY_LATEST + 4 * hashWord(load<u32>(INPUT + at));
    store<u32>(DICTIONARY_PREVIOUS + 4 * at, load<u32>(slot));
    store<u32>(slot, at);
  }
}

/** Encodes the `length` bytes after the dictionary to `out`; returns the number of bytes. */
export function encode(length: u32, out: u32): u32 {
  const start = INPUT + dictionaryBytes;
  const end = start + length;
  if (base > NONE - length - 2) {
    memory.fill(LATEST, 0, 4 << HASH_BITS);
    base = 0;
  }
  const offset = base + 1 - start;
  let to = out;
  let anchor = start;
  for (let at = start; at + LAST_MATCH <= end; ) {
    const word = load<u32>(at);
    const hash = 4 * hashWord(word);
    const recent = load<u32>(LATEST + hash);
    store<u32>(LATEST + hash, at + offset);
    let source: u32 = 0;
    let match: u32 = 0;
    if (recent > base) {
      const candidate = recent - offset;
      if (at - candidate <= MAX_DISTANCE && load<u32>(candidate) == word) {
        source = candidate;
        match = findMatchLength(candidate, at, end);
      }
    }
    let candidate = load<u32>(DICTIONARY_LATEST + hash);
    for (let i: u32 = 0; i < DICTIONARY_CANDIDATES && candidate != NONE; i++) {
      const from = INPUT + candidate;
      if (at - from > MAX_DISTANCE) break;
      if (load<u32>(from) == word) {
        const found = findMatchLength(from, at, end);
        if (found > match) {
          source = from;
          match = found;
        }
      }
      candidate = load<u32>(DICTIONARY_PREVIOUS + 4 * candidate);
    }
    if (match == 0) {
      at += 1 + ((at - anchor) >>> 6);
      continue;
    }
    const rest = match - MIN_MATCH;
    to = putLiterals(to, anchor, at, min<u32>(rest, 15));
    store<u16>(to, <u16>(at - source));
    to += 2;
    if (rest >= 15) to = putLength(to, rest - 15);
    at += match;
    anchor = at;
  }
  base += length + 1;
  return putLiterals(to, anchor, end, 0) - out;
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function hashWord(word: u32): u32 {
  return (word * 0x9e3779b1) >>> (32 - HASH_BITS);
}

/** Of at least MIN_MATCH bytes that are known to be equal. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function findMatchLength(candidate: u32, at: u32, end: u32): u32 {
  const limit = end - LAST_LITERALS - at;
  let length = MIN_MATCH;
  while (length < limit) {
    const difference = load<u64>(candidate + length) ^ load<u64>(at + length);
    if (difference != 0) return min<u32>(limit, length + (<u32>ctz(difference) >>> 3));
    length += 8;
  }
  return limit;
}

/** Writes a token with its low half, and the literals; up to 15 bytes after them change. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function putLiterals(to: u32, from: u32, end: u32, low: u32): u32 {
  const count = end - from;
  store<u8>(to, (min<u32>(count, 15) << 4) | low);
  const at = count >= 15 ? putLength(to + 1, count - 15) : to + 1;
  for (let i: u32 = 0; i < count; i += 16) v128.store(at + i, v128.load(from + i));
  return at + count;
}

function putLength(to: u32, length: u32): u32 {
  for (; length >= 255; length -= 255) store<u8>(to++, 255);
  store<u8>(to, length);
  return to + 1;
}
