/**
 * Splits normalised UTF-8 text into words, as src/text/tokeniser.ts does, whose rules and names
 * these are. What it does not know ends it: unspaced scripts, characters without a known kind, and
 * words that may be too long. The caller splits such a text itself.
 */

import { CUT_STACK, INPUT, KIND_TABLE, KINDS, LENGTH_BITS, MAX_SPANS, SPANS } from "./memory";

/** As in src/text/character-kind.ts. */
const UNKNOWN: u32 = 0;
const SEPARATOR: u32 = 1;
const SYMBOL: u32 = 2;
const UNSPACED: u32 = 3;
const MARK: u32 = 4;
const LETTER: u32 = 5;
const DIGIT: u32 = 6;

const APOSTROPHE: u32 = 0x27;
const COMMA: u32 = 0x2c;
const HYPHEN: u32 = 0x2d;
const PERIOD: u32 = 0x2e;
/** Of a word in bytes, so that it has at most as many UTF-16 units. */
const MAX_WORD_BYTES: u32 = 255;
const MAX_PARTS: u32 = 4;
const MAX_COMPOUND_BYTES: u32 = 40;
/** The first emoji. */
const FIRST_PICTOGRAPH: u32 = 0x203c;

/** Options of `tokenise`. */
export const SPLIT_APOSTROPHES: u32 = 1;
export const SPLIT_CONTRACTIONS: u32 = 2;
export const JOIN_COMPOUNDS: u32 = 4;
export const FIND_EMOJI: u32 = 8;

let end: u32 = 0;
let options: u32 = 0;
let spans: u32 = 0;
let isUnknown: bool = false;
/** The code and the number of bytes of the character read last, and the kind that ended a run. */
let code: u32 = 0;
let width: u32 = 0;
let lastKind: u32 = 0;
/** The end of what is written after the text. */
let added: u32 = 0;
/** The compound under construction. */
let parts: u32 = 0;
let compoundStart: u32 = 0;
let compoundAt: u32 = 0;
let isSimple: bool = true;
let isNumeric: bool = true;

/**
 * Puts ASCII letters of the first `length` bytes into lower case and splits them into spans.
 * Returns their number, or -1 for a text that the caller must split.
 */
export function tokenise(length: u32, chosen: u32): i32 {
  lowerAscii(length);
  memory.fill(INPUT + length, 0, 16); // separators
  end = length;
  added = length + 16;
  options = chosen;
  spans = 0;
  isUnknown = false;
  parts = 0;
  for (let at: u32 = 0; at < length && !isUnknown; ) {
    const kind = readKind(at);
    if (kind >= LETTER) {
      const before = spans;
      const start = at;
      at = readWord(start);
      if ((options & JOIN_COMPOUNDS) != 0) addPart(start, at, spans == before + 1);
    } else {
      if (kind == UNSPACED || kind == UNKNOWN) return -1;
      if (kind == SYMBOL && (options & FIND_EMOJI) != 0 && code >= FIRST_PICTOGRAPH) return -1;
      at += width;
    }
  }
  return isUnknown ? -1 : spans;
}

function lowerAscii(length: u32): void {
  const before = i8x16.splat(0x40);
  const after = i8x16.splat(0x5b);
  const bit = i8x16.splat(0x20);
  for (let at: u32 = 0; at < length; at += 16) {
    const bytes = v128.load(INPUT + at);
    const isUpper = v128.and(i8x16.gt_s(bytes, before), i8x16.lt_s(bytes, after));
    v128.store(INPUT + at, v128.or(bytes, v128.and(isUpper, bit)));
  }
}

/** The kind of the character at `at`; sets `code` and `width`. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function readKind(at: u32): u32 {
  code = load<u8>(INPUT + at);
  width = 1;
  return code < 0x80 ? load<u8>(KIND_TABLE + code) : readLongKind(at);
}

function readLongKind(at: u32): u32 {
  const second: u32 = load<u8>(INPUT + at, 1) & 0x3f;
  if (code < 0xe0) {
    code = ((code & 0x1f) << 6) | second;
    width = 2;
  } else if (code < 0xf0) {
    code = ((code & 0x0f) << 12) | (second << 6) | (load<u8>(INPUT + at, 2) & 0x3f);
    width = 3;
  } else {
    isUnknown = true;
    width = 4;
    return UNKNOWN;
  }
  const kind: u32 = load<u8>(KIND_TABLE + code);
  if (kind == UNKNOWN) isUnknown = true;
  return kind;
}

/** The end of the run of letters, digits and marks at `at`. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function findRunEnd(at: u32): u32 {
  for (let kind = readKind(at); kind >= MARK; kind = readKind(at)) {
    lastKind = kind;
    at += width;
  }
  return at;
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function byteAt(at: u32): u32 {
  return load<u8>(INPUT + at);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function push(start: u32, stop: u32): void {
  if (stop - start > MAX_WORD_BYTES) isUnknown = true;
  store<u32>(SPANS + 4 * spans++, (start << LENGTH_BITS) | (stop - start));
}

/** Reads the word that starts at `start`; returns the offset at which to continue. */
function readWord(start: u32): u32 {
  let stop = findRunEnd(start);
  const joiner = byteAt(stop);
  if (joiner != APOSTROPHE && joiner != PERIOD && joiner != COMMA) {
    push(start, stop);
    return stop;
  }
  if (joiner == PERIOD && stop == findSingleLetterEnd(start)) {
    const acronym = findAcronymEnd(stop);
    if (acronym > stop) {
      push(start, acronym);
      return acronym;
    }
  }
  let hasApostrophe = false;
  while (isJoinedAt(stop)) {
    hasApostrophe = hasApostrophe || byteAt(stop) == APOSTROPHE;
    stop = findRunEnd(stop + 1);
  }
  if (hasApostrophe && (options & SPLIT_CONTRACTIONS) != 0) pushContraction(start, stop);
  else push(start, stop);
  return stop;
}

/** Whether the character at `at`, which ends a run, joins it to the next run. */
function isJoinedAt(at: u32): bool {
  const joiner = byteAt(at);
  if (joiner == PERIOD || joiner == COMMA) {
    return lastKind == DIGIT && readKind(at + 1) == DIGIT;
  }
  if (joiner != APOSTROPHE || (options & SPLIT_APOSTROPHES) != 0) return false;
  return readKind(at + 1) == LETTER;
}

/** The end of the acronym whose first letter ends at `from`, or `from` if there is none. */
function findAcronymEnd(from: u32): u32 {
  let at = from;
  while (byteAt(at) == PERIOD) {
    const next = findSingleLetterEnd(at + 1);
    if (next == 0) return at == from ? from : at + 1;
    at = next;
  }
  return at;
}

/** The end of the letter at `at` if it is alone, else 0. */
function findSingleLetterEnd(at: u32): u32 {
  if (readKind(at) != LETTER) return 0;
  const next = at + width;
  return readKind(next) < MARK ? next : 0;
}

/** Splits contracted words from the end of a word. */
function pushContraction(start: u32, stop: u32): void {
  if (stop - start > MAX_WORD_BYTES) {
    isUnknown = true;
    return;
  }
  let cuts: u32 = 0;
  for (let last = stop; ; ) {
    store<u32>(CUT_STACK + 4 * cuts++, last);
    let apostrophe = last - 1;
    while (apostrophe > start && byteAt(apostrophe) != APOSTROPHE) apostrophe--;
    if (apostrophe <= start) break;
    const isNot = isNotSuffix(start, apostrophe, last);
    if (!isNot && !isSuffix(apostrophe + 1, last)) break;
    last = isNot ? apostrophe - 1 : apostrophe;
  }
  let from = start;
  while (cuts > 0) {
    const cut = load<u32>(CUT_STACK + 4 * --cuts);
    push(from, cut);
    from = cut;
  }
}

/** Whether a word up to `stop` ends with n't, after a letter. */
function isNotSuffix(start: u32, apostrophe: u32, stop: u32): bool {
  if (stop != apostrophe + 2 || byteAt(apostrophe + 1) != 0x74) return false;
  return byteAt(apostrophe - 1) == 0x6e && apostrophe - 1 > start;
}

/** s, m, d, re, ve, ll. */
function isSuffix(at: u32, stop: u32): bool {
  const first = byteAt(at);
  if (stop == at + 1) return first == 0x73 || first == 0x6d || first == 0x64;
  if (stop != at + 2) return false;
  const second = byteAt(at + 1);
  return second == 0x65 ? first == 0x72 || first == 0x76 : first == 0x6c && second == 0x6c;
}

/** Adds the next word to the compound, and the compound to the spans after its last word. */
function addPart(start: u32, stop: u32, isSingle: bool): void {
  if (parts == 0) {
    compoundStart = start;
    compoundAt = added;
    isSimple = true;
    isNumeric = true;
  }
  parts++;
  isSimple = isSimple && isSingle;
  const bytes = stop - start;
  const isShort = stop - compoundStart <= MAX_COMPOUND_BYTES;
  if (isShort) {
    memory.copy(INPUT + added, INPUT + start, bytes);
    added += bytes;
  }
  const first = load<u8>(KIND_TABLE + byteAt(start));
  const last = load<u8>(KIND_TABLE + byteAt(stop - 1));
  isNumeric = isNumeric && first == DIGIT && last == DIGIT;
  const joiner = readKind(stop) == SYMBOL && isJoiner(code);
  if (joiner && readKind(stop + width) >= LETTER) return;
  const count = parts;
  parts = 0;
  if (isSimple && count > 1 && count <= MAX_PARTS) {
    // Its characters are bytes, and its length is that of the rule, in ASCII alone.
    if (!isAscii(compoundStart, stop)) {
      isUnknown = true;
      return;
    }
    if (isShort && !isNumeric) {
      push(compoundAt, added);
      return;
    }
  }
  added = compoundAt;
}

function isJoiner(character: u32): bool {
  return (
    character == PERIOD || character == HYPHEN || character == 0x2010 || character == 0x2011
  );
}

function isAscii(from: u32, to: u32): bool {
  for (let at = from; at < to; at++) if (byteAt(at) >= 0x80) return false;
  return true;
}
