/**
 * Signatures of surface forms: the set of letters in 26 bits, and the length in UTF-16 units in 6.
 * One edit adds at most one letter and removes at most one, so signatures exclude nearly all forms
 * that are not within a few edits of a word.
 */

/** The bits of letters. */
export const LETTER_MASK: number = (1 << 26) - 1;
/** This value means this length or any greater one. */
export const MAX_SIGNATURE_LENGTH = 63;

/** The signature of a form, as an unsigned number. */
export function computeFormSignature(form: string): number {
  const length = Math.min(form.length, MAX_SIGNATURE_LENGTH);
  return (computeLetterBits(form) | (length << 26)) >>> 0;
}

/** The set of letters of a word: a to z have one bit each, shared with other units. */
export function computeLetterBits(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << ((word.charCodeAt(i) + 7) % 26); // a is bit 0
  return bits;
}

/** The length in a signature, at most MAX_SIGNATURE_LENGTH. */
export function readSignatureLength(signature: number): number {
  return signature >>> 26;
}
