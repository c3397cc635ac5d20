/**
 * The kind of a character for the tokeniser, one byte per code point.
 *
 * The table is filled on first sight from the Unicode properties of the
 * JavaScript engine, so only the pages that a text touches take memory.
 * A character of a newer Unicode version than the engine's is a separator.
 *
 * An emoji is a word: one pictograph or the two letters of a flag. Skin tones,
 * joiners and variation selectors do not count, so that 👍🏽 is found by 👍.
 */

/** Not looked up yet. High surrogates stay unknown, so that callers use `kindAt`. */
export const UNKNOWN = 0;
/** White space, control characters, lone surrogates, unassigned. */
export const SEPARATOR = 1;
/** Punctuation and symbols, emoji among them. */
export const SYMBOL = 2;
/** Letters of scripts that write no space between words. */
export const UNSPACED = 3;
/** Combining marks: they continue a word but never start one. */
export const MARK = 4;
export const LETTER = 5;
export const DIGIT = 6;

/** The kind of each code point; use `kindAt` unless the character is ASCII. */
export const KINDS: Uint8Array = new Uint8Array(0x110000);

/** The scripts for which engines have dictionaries; the others are split at spaces. */
const UNSPACED_SCRIPT = new RegExp(
  `^[${["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join("")}]$`,
  "u",
);

for (let code = 0; code < 0x80; code++) KINDS[code] = classifyCharacter(String.fromCharCode(code));

/** The kind of the character at `at`. */
export function kindAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return SEPARATOR;
  const cached = KINDS[code] as number;
  if (cached !== UNKNOWN) return cached;
  const kind = classifyCharacter(String.fromCodePoint(code));
  if (code < 0xd800 || code > 0xdbff) KINDS[code] = kind;
  return kind;
}

/** The number of code units of the character at `at`: 1 or 2. */
export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

function classifyCharacter(character: string): number {
  if (/\p{M}/u.test(character)) return MARK;
  if (/\p{Nd}/u.test(character)) return DIGIT;
  if (/[\p{L}\p{N}]/u.test(character)) {
    if (UNSPACED_SCRIPT.test(character)) return UNSPACED;
    return /\p{L}/u.test(character) ? LETTER : DIGIT;
  }
  return /[\p{P}\p{S}]/u.test(character) ? SYMBOL : SEPARATOR;
}

/** Whether a word begins with a Hangul syllable; Korean writes spaces between phrases, not words. */
export function isHangul(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xac00 && unit <= 0xd7a3;
}

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
