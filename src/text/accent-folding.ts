/**
 * Accent folding: "café" and "cafe" become one word.
 *
 * Letters are decomposed (Unicode NFD), the marks that a writer may omit are dropped, and the rest
 * is composed again. Marks that spell sounds stay: Hindi vowel signs and the voicing marks of kana
 * are not accents. Letters with a stroke or a ligature do not decompose, so they are in a table.
 */

const ACCENTS = new RegExp(
  `[${[
    "\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f", // any alphabet
    "\\u0483-\\u0487", // Cyrillic
    "\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7", // Hebrew points
    "\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc", // Arabic vowel signs and hamza
    "\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed", // Koranic signs
  ].join("")}]`,
  "g",
);

const LETTER_REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ı", "i"],
  ["ȷ", "j"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ŋ", "n"],
  ["ɨ", "i"],
  ["ɓ", "b"],
  ["ɗ", "d"],
  ["ƙ", "k"],
  ["ƴ", "y"],
]);

const REPLACED_LETTER = new RegExp(`[${[...LETTER_REPLACEMENTS.keys()].join("")}]`, "g");

/** Folds the accents of lower-case text. The result may be shorter, longer or empty. */
export function foldAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(ACCENTS, "")
    .replace(REPLACED_LETTER, (letter) => LETTER_REPLACEMENTS.get(letter) as string)
    .normalize("NFC");
}
