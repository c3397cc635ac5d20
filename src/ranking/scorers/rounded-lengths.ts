/**
 * Lengths that rounded scores distinguish (rounded-scores.ts): those from 128 on are rounded down
 * to steps of 5 %, so that the 256 length classes of the kernels determine every score. A file of
 * its own, because the kernels need it to open an index, and the scores only for such a ranker.
 */

/** The option of a ranker with rounded scores, as its name has it. */
export const ROUNDED_OPTION = "scores=rounded";
/** Shorter lengths are not rounded. */
export const FIRST_ROUNDED_LENGTH = 128;
const STEPS_PER_DOUBLING = 14;
const LONGEST_START = 1 << 16;

/** The first length of each range of lengths that count as equal, from 0 on. */
export const ROUNDED_LENGTHS: readonly number[] = [
  ...Array.from({ length: FIRST_ROUNDED_LENGTH }, (_, length) => length),
  ...listStarts(),
];

function* listStarts(): Generator<number> {
  for (let i = 0; ; i++) {
    const start = Math.ceil(FIRST_ROUNDED_LENGTH * 2 ** (i / STEPS_PER_DOUBLING) - 1e-6);
    if (start >= LONGEST_START) return;
    yield start;
  }
}
