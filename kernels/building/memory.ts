/**
 * The memory of the kernels that build an index, as addresses in bytes. Each region has room for
 * the largest batch; pages that are never touched take no memory.
 */

/** A text. Compounds are written after it, so it may be half as long. */
export const INPUT_BYTES: u32 = 1 << 19;
/** The most tokens of one text. */
export const MAX_SPANS: u32 = 1 << 19;
export const MAX_FORMS: u32 = 1 << 20;
export const MAX_FORM_BYTES: u32 = 1 << 24;
/** The kind of each character below this is in a table. */
export const KINDS: u32 = 1 << 16;

/** Bytes that may be read after the end of a region. */
const PADDING: u32 = 64;
const CUTS: u32 = 512;

export const INPUT: u32 = 1 << 10;
/** Tokens: the start in the input, and in the low bits the length. Later their numbers. */
export const SPANS: u32 = INPUT + INPUT_BYTES + PADDING;
export const KIND_TABLE: u32 = SPANS + 4 * MAX_SPANS;
/** Where a contraction is cut. */
export const CUT_STACK: u32 = KIND_TABLE + KINDS;
/** The end of each form among the bytes of all forms. */
export const ENDS: u32 = CUT_STACK + 4 * CUTS;
export const HASHES: u32 = ENDS + 4 * MAX_FORMS;
export const FORMS: u32 = HASHES + 4 * MAX_FORMS;
/** The hash of a form and its number plus one; zeros where free. */
export const SLOTS: u32 = FORMS + MAX_FORM_BYTES + PADDING;
export const MEMORY_BYTES: u32 = SLOTS + 16 * MAX_FORMS;

/** Bits of the length in a span. */
export const LENGTH_BITS: u32 = 12;
export const LENGTH_MASK: u32 = (1 << LENGTH_BITS) - 1;
