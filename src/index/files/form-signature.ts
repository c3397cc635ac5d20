/**
 * What a look at one number tells of a surface form: which letters it has, in 26
 * bits, and its length in UTF-16 units, in 6. An edit adds a letter at most and
 * takes one away at most, so signatures rule out nearly all forms that are not
 * within a few edits of a word.
 */

/** The bits of letters. */
export const LETTER_MASK: number = (1 << 26) - 1;
/** The length that stands for itself and all above it. */
export const MAX_SIGNATURE_LENGTH = 63;

/** The signature of a form, as an unsigned number. */
export function computeFormSignature(form: string): number {
  const length = Math.min(form.length, MAX_SIGNATURE_LENGTH);
  return (computeLetterBits(form) | (length << 26)) >>> 0;
}

/** The letters of a word: a to z have a bit each, which other units share. */
export function computeLetterBits(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << ((word.charCodeAt(i) + 7) % 26); // a has bit 0
  return bits;
}

/** The length that a signature tells, up to MAX_SIGNATURE_LENGTH. */
export function readSignatureLength(signature: number): number {
  return signature >>> 26;
}
