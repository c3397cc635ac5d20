/**
 * Cuts a text into pieces that can be normalised separately.
 *
 * A piece is a character and what combines with it: marks, Hangul vowels and finals, one Kirat Rai
 * vowel; no other character composes with the one before (Unicode 17). A piece has at most 30 units
 * or one character, because engines take quadratic time to sort a long run of combining marks; the
 * limit is that of the Stream-Safe Text Format (UAX #15 section 13).
 */

const MAX_PIECE_LENGTH = 30;

/** Code points without a glyph of their own. Not U+200B: it marks a word boundary. */
export const INVISIBLE: RegExp = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;

/** The end of the ASCII characters at `at` with which nothing combines. */
export function findPlainEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) < 0x80) end++;
  if (end === at || end === text.length || !COMPOSABLE.test(text.charAt(end - 1))) return end;
  return getJoiningClass(characterAt(text, end)) === ANYTHING ? end - 1 : end;
}

/** The end of the piece at `start`: a character and everything that may combine with it. */
export function findPieceEnd(text: string, start: number): number {
  let last = characterAt(text, start);
  let end = start + last.length;
  while (end < text.length && end - start < MAX_PIECE_LENGTH) {
    const next = characterAt(text, end);
    if (!canJoin(last, next)) break;
    // A character may combine across one that will be dropped.
    if (!isInvisible(next)) last = next;
    end += next.length;
  }
  return end;
}

/** The code point at `at`, as a string. */
export function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

function isInvisible(character: string): boolean {
  return character.replace(INVISIBLE, "") === "";
}

/** The ASCII characters with composed forms, including those of ≠ and the like. */
const COMPOSABLE = /[A-Za-z<=>]/;

/** What must precede a character for the two to normalise together. */
const NOTHING = 1;
const ANYTHING = 2;
const HANGUL = 3;
const KIRAT_RAI = 4;

/** One of these per code point, 0 until it is computed. */
const joiningClasses = new Uint8Array(0x110000);

function getJoiningClass(character: string): number {
  const code = character.codePointAt(0) as number;
  if (joiningClasses[code] === 0) joiningClasses[code] = computeJoiningClass(character);
  return joiningClasses[code] as number;
}

function computeJoiningClass(character: string): number {
  const decomposed = character.normalize("NFKD");
  if (/^\p{M}/u.test(decomposed) || isInvisible(character)) return ANYTHING;
  if (/^[\u1160-\u11ff]/.test(decomposed)) return HANGUL;
  return decomposed.startsWith("\u{16d67}") ? KIRAT_RAI : NOTHING;
}

function canJoin(last: string, next: string): boolean {
  switch (getJoiningClass(next)) {
    case ANYTHING:
      return true;
    case HANGUL:
      return /[\u1100-\u11ff]$/.test(last.normalize("NFKD"));
    case KIRAT_RAI:
      return /[\u{16d63}\u{16d67}]$/u.test(last.normalize("NFKD"));
    default:
      return false;
  }
}
