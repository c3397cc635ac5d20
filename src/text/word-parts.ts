/**
 * Overlapping parts of words that are written without spaces, beside the words
 * that a dictionary finds: 京都 is found in 東京都, and 대학 in 대학교에서.
 *
 * Two characters of Han, kana and Hangul make a part; three of the alphabetic
 * scripts Thai, Lao, Khmer and Myanmar, in which two say little. A character is
 * a letter with the marks that follow it.
 */

import { kindAt, MARK, widthAt } from "./character-kind.ts";

const TWO_CHARACTERS =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Hangul}]/u;

/** Calls `visit` with each part that starts in a word and ends in its run, the word itself excepted. */
export function visitWordParts(
  text: string,
  word: { readonly start: number; readonly end: number; readonly runEnd: number },
  visit: (start: number, end: number) => void,
): void {
  for (
    let start = word.start;
    start < word.end;
    start = findCharacterEnd(text, start, word.runEnd)
  ) {
    const first = String.fromCodePoint(text.codePointAt(start) as number);
    let end = start;
    for (
      let remaining = TWO_CHARACTERS.test(first) ? 2 : 3;
      remaining > 0 && end >= 0;
      remaining--
    ) {
      end = end < word.runEnd ? findCharacterEnd(text, end, word.runEnd) : -1;
    }
    if (end < 0) return;
    if (start !== word.start || end !== word.end) visit(start, end);
  }
}

/** Whether a word begins with a Hangul syllable; Korean writes spaces, but between phrases. */
export function isHangul(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xac00 && unit <= 0xd7a3;
}

function findCharacterEnd(text: string, at: number, limit: number): number {
  let end = at + widthAt(text, at);
  while (end < limit && kindAt(text, end) === MARK) end += widthAt(text, end);
  return Math.min(end, limit);
}
