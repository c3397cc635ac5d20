/**
 * Numbers surface forms in the order of first occurrence, as FormTable of
 * src/index/building/form-table.ts does, with the same hashes.
 */

import {
  ENDS,
  FORMS,
  HASHES,
  INPUT,
  LENGTH_BITS,
  LENGTH_MASK,
  MAX_FORM_BYTES,
  MAX_FORMS,
  SLOTS,
  SPANS,
} from "./memory";

const FIRST_SLOTS: u32 = 1 << 15;

let slotCount: u32 = 0;
let forms: u32 = 0;
/** Of all forms together. */
let formBytes: u32 = 0;

/** Starts with an empty table. */
export function clearForms(): void {
  const used = slotCount;
  slotCount = FIRST_SLOTS;
  memory.fill(SLOTS, 0, 8 * max(used, FIRST_SLOTS));
  forms = 0;
  formBytes = 0;
}

export function countForms(): u32 {
  return forms;
}

/**
 * Replaces the first `count` spans by the numbers of their forms. The form of a span is the
 * `prefixBytes` bytes at `prefix`, and its own. Returns false if the table is full.
 */
export function addForms(count: u32, prefix: usize, prefixBytes: u32): bool {
  for (let i: u32 = 0; i < count; i++) {
    const at = SPANS + 4 * i;
    const span = load<u32>(at);
    const length = span & LENGTH_MASK;
    const start = formBytes + FORMS;
    if (forms == MAX_FORMS || formBytes + prefixBytes + length > MAX_FORM_BYTES) return false;
    // Copied to where a new form stays.
    if (prefixBytes > 0) memory.copy(start, prefix, prefixBytes);
    copyBytes(start + prefixBytes, INPUT + (span >>> LENGTH_BITS), length);
    store<u32>(at, findOrInsert(start, prefixBytes + length));
  }
  return true;
}

/** Copies up to 15 bytes too many. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function copyBytes(to: usize, from: usize, length: u32): void {
  v128.store(to, v128.load(from));
  for (let at: u32 = 16; at < length; at += 16) v128.store(to + at, v128.load(from + at));
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function findOrInsert(start: usize, length: u32): u32 {
  const hash = hashBytes(start, length);
  const mask = slotCount - 1;
  let slot = SLOTS + 8 * (hash & mask);
  for (let number = load<u32>(slot, 4); number != 0; number = load<u32>(slot, 4)) {
    if (load<u32>(slot) == hash && isForm(number - 1, start, length)) return number - 1;
    slot = SLOTS + ((slot - SLOTS + 8) & (8 * slotCount - 1));
  }
  const number = forms++;
  formBytes += length;
  store<u32>(ENDS + 4 * number, formBytes);
  store<u32>(HASHES + 4 * number, hash);
  store<u32>(slot, hash);
  store<u32>(slot, number + 1, 4);
  if (forms > slotCount / 2) growSlots();
  return number;
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function isForm(number: u32, start: usize, length: u32): bool {
  const end = load<u32>(ENDS + 4 * number);
  const from = number == 0 ? 0 : load<u32>(ENDS + 4 * number - 4);
  if (end - from != length) return false;
  const form = FORMS + from;
  let at: u32 = 0;
  for (; at + 8 <= length; at += 8) {
    if (load<u64>(form + at) != load<u64>(start + at)) return false;
  }
  const rest = 8 * (length - at);
  if (rest == 0) return true;
  return ((load<u64>(form + at) ^ load<u64>(start + at)) << (64 - rest)) == 0;
}

/** FNV-1a over words of four bytes, the last one filled with zeros, and a final mix. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function hashBytes(start: usize, length: u32): u32 {
  let hash: u32 = 0x811c9dc5 ^ length;
  let at: u32 = 0;
  for (; at + 4 <= length; at += 4) hash = mixWord(hash, load<u32>(start + at));
  const rest = 8 * (length - at);
  if (rest > 0) hash = mixWord(hash, load<u32>(start + at) & ((1 << rest) - 1));
  return hash ^ (hash >>> 16);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function mixWord(hash: u32, word: u32): u32 {
  const mixed = (hash ^ word) * 0x9e3779b1;
  return mixed ^ (mixed >>> 15);
}

function growSlots(): void {
  slotCount *= 2;
  memory.fill(SLOTS, 0, 8 * slotCount);
  const mask = slotCount - 1;
  for (let number: u32 = 0; number < forms; number++) {
    const hash = load<u32>(HASHES + 4 * number);
    let at = hash & mask;
    while (load<u32>(SLOTS + 8 * at, 4) != 0) at = (at + 1) & mask;
    store<u32>(SLOTS + 8 * at, hash);
    store<u32>(SLOTS + 8 * at, number + 1, 4);
  }
}
