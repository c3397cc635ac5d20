/**
 * Splits a text into the words that become pieces, like BERT's own tokeniser (Devlin
 * et al. 2019; the `BertNormalizer` and `BertPreTokenizer` of Hugging Face's
 * tokenizers): control characters are removed, every Chinese character is a word,
 * accents and case are removed if the model is uncased, and each punctuation mark is
 * a word.
 */

export interface PieceTextOptions {
  readonly cleanText: boolean;
  readonly chineseCharacters: boolean;
  readonly stripAccents: boolean;
  readonly lowercase: boolean;
}

const SPACE = /[\t\n\r]|\p{White_Space}/u;
/** Unassigned characters stay, as in the original. */
const CONTROL_CHARACTERS = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u{fffd}]/u;
const NONSPACING = /\p{Mn}/gu;
const PUNCTUATION = /[!-/:-@[-`{-~]|\p{P}/u;
/** The blocks of ideographs in the original, with its bounds. */
const CHINESE =
  /[\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/u;

/** The words of a text, punctuation marks among them. */
export function preTokenise(text: string, options: PieceTextOptions): readonly string[] {
  const words: string[] = [];
  let word = "";
  const end = (): void => {
    if (word !== "") words.push(word);
    word = "";
  };
  for (const character of normaliseText(text, options)) {
    if (SPACE.test(character)) end();
    else if (PUNCTUATION.test(character)) {
      end();
      words.push(character);
    } else word += character;
  }
  end();
  return words;
}

function normaliseText(text: string, options: PieceTextOptions): string {
  let normal = "";
  for (const character of text) normal += cleanCharacter(character, options);
  if (options.stripAccents) normal = normal.normalize("NFD").replace(NONSPACING, "");
  if (!options.lowercase) return normal;
  // One by one: lowercasing a whole string handles a final sigma, the original does
  // not.
  let lower = "";
  for (const character of normal) lower += character.toLowerCase();
  return lower;
}

function cleanCharacter(character: string, options: PieceTextOptions): string {
  if (options.cleanText) {
    if (CONTROL_CHARACTERS.test(character)) return "";
    if (SPACE.test(character)) return " ";
  }
  return options.chineseCharacters && CHINESE.test(character) ? ` ${character} ` : character;
}
