/**
 * Emoji as words. A token is one pictograph or the two letters of a flag; skin
 * tones, joiners and variation selectors do not count, so that 👍🏽 is found by 👍.
 */

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const REGIONAL = /^\p{Regional_Indicator}$/u;

/** The end of the emoji at `at`, or `at` if there is none. */
export function findEmojiEnd(text: string, at: number): number {
  const code = text.codePointAt(at) as number;
  if (code < 0x203c) return at; // © and ® are symbols
  const character = String.fromCodePoint(code);
  const end = at + character.length;
  if (PICTOGRAPH.test(character)) return end;
  if (!REGIONAL.test(character)) return at;
  const next = text.codePointAt(end);
  const isFlag = next !== undefined && REGIONAL.test(String.fromCodePoint(next));
  return isFlag ? end + 2 : end;
}

/** Whether a surface form is an emoji. */
export function isEmoji(form: string): boolean {
  return form !== "" && findEmojiEnd(form, 0) > 0;
}
