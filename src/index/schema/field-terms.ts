/**
 * Terms and surface forms of a field, as an index keeps them: a prefix that
 * names the field, then the term itself.
 *
 * The prefix is one byte below U+0020 for the first 28 text fields, and the byte
 * 29 with two more for the others. No analyzer gives a term that begins with
 * such a byte, so terms of fields never meet those of an index without fields,
 * which have no prefix (field 0). Everything that handles terms as bytes, from
 * the dictionary to merging, works on them without knowing of fields.
 */

/** The largest number that one byte tells. */
const SINGLE = 28;
/** Begins a prefix of three bytes. */
const LONG = SINGLE + 1;
/** Values of the second and the third byte. */
const BASE = 32;

/** The prefix of a field's terms; empty for field 0. */
export function fieldPrefix(number: number): string {
  if (number === 0) return "";
  if (number <= SINGLE) return String.fromCharCode(number);
  const beyond = number - LONG;
  return String.fromCharCode(LONG, Math.floor(beyond / BASE), beyond % BASE);
}

/** The field of a term from its first bytes or UTF-16 units, and how long its prefix is. */
export function fieldOfTerm(unit: (i: number) => number, length: number): number {
  const first = length === 0 ? BASE : unit(0);
  if (first === 0 || first > LONG) return 0;
  if (first <= SINGLE) return first;
  return length < 3 ? 0 : LONG + BASE * unit(1) + unit(2);
}

/** The field of a term as text. */
export function fieldOfText(term: string): number {
  return fieldOfTerm((i) => term.charCodeAt(i), term.length);
}

/** The field of a term as bytes. */
export function fieldOfBytes(term: Uint8Array): number {
  return fieldOfTerm((i) => term[i] as number, term.length);
}

/** A term or surface form without the prefix of its field. */
export function withoutField(term: string): string {
  return term.slice(fieldPrefix(fieldOfText(term)).length);
}
