/**
 * Words of scripts without spaces between words, found with the dictionaries of `Intl.Segmenter`,
 * and overlapping n-grams of them.
 *
 * A segmenter takes more than linear time on a long text (Node 20: 46 ms for
 * 20,000 Han characters, 7 s for 80,000), so a run is read through a window.
 * The last word of a window may be cut off, so the next window starts with it.
 *
 * Overlapping parts are found besides: 京都 in 東京都, and 대학 in 대학교에서. A part is two
 * characters of Han, kana and Hangul, or three of the alphabetic scripts Thai,
 * Lao, Khmer and Myanmar, where two are not specific enough. A character is a
 * letter with the marks that follow it.
 */

import { kindAt, MARK, widthAt } from "./character-kind.ts";

const WINDOW = 512;

let segmenter: Intl.Segmenter | undefined;

/** Calls `visit` with the start and end of each word in `text` from `start` to `end`. */
export function segmentRun(
  text: string,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  for (let from = start; from < end; ) {
    const to = findWindowEnd(text, from, end);
    const words = [...segmenter.segment(text.slice(from, to))];
    const last = words.at(-1)?.index ?? 0;
    // Restarting beyond the middle keeps the work linear.
    const isCut = to < end && last > (to - from) / 2;
    if (isCut) words.pop();
    for (const { index, segment } of words) visit(from + index, from + index + segment.length);
    from = isCut ? from + last : to;
  }
}

function findWindowEnd(text: string, from: number, end: number): number {
  const to = from + WINDOW;
  if (to >= end) return end;
  const splitsPair = (text.codePointAt(to - 1) as number) > 0xffff;
  return splitsPair ? to - 1 : to;
}

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

function findCharacterEnd(text: string, at: number, limit: number): number {
  let end = at + widthAt(text, at);
  while (end < limit && kindAt(text, end) === MARK) end += widthAt(text, end);
  return Math.min(end, limit);
}
