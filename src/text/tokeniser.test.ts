import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseText } from "./normalise-text.ts";
import { MAX_TOKEN_LENGTH, Tokeniser } from "./tokeniser.ts";
import { Tokens } from "./tokens.ts";

const plain = new Tokeniser();

function forms(text: string, tokeniser: Tokeniser = plain): string {
  return tokeniser
    .tokenise(text)
    .map((token) => token.text)
    .join(" ");
}

describe("Tokeniser", () => {
  test.each([
    ["German", "Die Straße führt über Äcker.", "die straße führt über äcker"],
    ["Turkish", "Iğdır İZMİR ılık", "iğdır izmir ılık"],
    ["Greek", "ΟΔΟΣ, η οδός", "οδοσ η οδόσ"],
    ["Russian", "Ёлка и С.Ш.А.", "ёлка и с.ш.а."],
    ["Arabic", "مرحبا، بالعالم!", "مرحبا بالعالم"],
    ["Hebrew", "שָׁלוֹם עולם", `${"שָׁלוֹם".normalize("NFKC")} עולם`],
    ["Hindi", "हिन्दी में लिखें।", "हिन्दी में लिखें"],
    ["Korean", "안녕하세요, 세계!", "안녕하세요 세계"],
    ["decomposed Korean", "한국".normalize("NFD"), "한국"],
    ["Thai", "สวัสดีครับ", "สวัสดี ครับ"],
    ["Chinese", "我喜欢语言。", "我 喜欢 语言"],
    ["Japanese", "東京、大阪。Tシャツ2枚", "東京 大阪 t シャツ 2 枚"],
    ["half-width kana", "ｶﾞｲﾄﾞ", "ガイド"],
    ["Vietnamese", "Tiếng Việt".normalize("NFD"), "tiếng việt"],
  ])("reads %s", (_, text, expected) => {
    expect(forms(text)).toBe(expected);
  });

  test.each([
    ["", ""],
    [" \t\n\0", ""],
    ["...", ""],
    ["a\0b", "a b"],
    ["a\ud800b\udc00", "a b"],
    ["\u0301\u0301 a\u0316", "a\u0316"],
    ["😀👨‍👩‍👧 ok", "ok"],
    ["𝐁𝐨𝐥𝐝 𐐀𐐨", "bold 𐐨𐐨"],
    ["zero\u200bwidth", "zero width"],
    ["soft\u00adhyphen", "softhyphen"],
  ])("reads %j", (text, expected) => {
    expect(forms(text)).toBe(expected);
  });

  test.each([
    [
      "english",
      "don't o'clock dogs' 'tis she'd've rock'n'roll",
      "do n't o'clock dogs tis she 'd 've rock'n'roll",
    ],
    ["english", "n't 's a'''s it's' I'M", "n't s a s it 's i 'm"],
    ["join", "don't l’été aujourd'hui dogs'", "don't l'été aujourd'hui dogs"],
    ["split", "don't l’été aujourd'hui dogs'", "don t l été aujourd hui dogs"],
  ] as const)("handles apostrophes in the mode %s: %s", (apostrophes, text, expected) => {
    expect(forms(text, new Tokeniser({ apostrophes }))).toBe(expected);
  });

  test("keeps punctuation marks and symbols on request, one token each", () => {
    const keeping = new Tokeniser({ keepPunctuation: true });
    expect(forms("Hi, it's 3.14€… (ok) 😀", keeping)).toBe("hi , it 's 3.14 € . . . ( ok ) 😀");
  });

  test("folds accents on request", () => {
    expect(forms("Crème brûlée, Łódź", new Tokeniser({ foldAccents: true }))).toBe(
      "creme brulee lodz",
    );
  });

  test("maps each token to its position in the original text", () => {
    //     0  3 4 5      9
    expect(plain.tokenise("oﬀ ½ N\u0303o’s")).toEqual([
      { text: "off", start: 0, end: 2 },
      { text: "1", start: 3, end: 4 },
      { text: "2", start: 3, end: 4 },
      { text: "ño", start: 5, end: 8 },
      { text: "'s", start: 8, end: 10 },
    ]);
  });

  test("cuts a word at the maximum token length and drops the rest of it", () => {
    for (const over of [-1, 0, 1, 1_000_000]) {
      const [token, ...more] = plain.tokenise("x".repeat(MAX_TOKEN_LENGTH + over));
      expect(token?.end).toBe(Math.min(MAX_TOKEN_LENGTH, MAX_TOKEN_LENGTH + over));
      expect(more).toEqual([]);
    }
  });

  test("does not cut a code point in two", () => {
    const [token] = plain.tokenise(`a${"𐐨".repeat(MAX_TOKEN_LENGTH)}`);
    expect(token?.text).toBe(`a${"𐐨".repeat((MAX_TOKEN_LENGTH - 1) / 2)}`);
    const [even] = plain.tokenise("𐐨".repeat(MAX_TOKEN_LENGTH));
    expect(even?.text).toBe("𐐨".repeat((MAX_TOKEN_LENGTH - 1) / 2));
  });

  test("overwrites the tokens of the previous text", () => {
    const tokens = new Tokens();
    plain.read("many ﬁne words of a text", tokens);
    plain.read("two words", tokens);
    expect(tokens.toArray()).toEqual(plain.tokenise("two words"));
  });

  test("equals a regular expression that states the rules", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."aBz1٣é.,' -_Ωx\u0301$n't's😀𐐨"),
      maxLength: 30,
    });
    const joining = new Tokeniser({ apostrophes: "join" });
    fc.assert(
      fc.property(text, (input) => {
        expect(joining.tokenise(input).map((token) => token.text)).toEqual(byExpression(input));
      }),
      { numRuns: 5000 },
    );
  });

  test("does not include a separator in a token, even if the next letter starts with a mark", () => {
    // Lao ຳ decomposes into a mark, which is ignored after a line end, and the letter າ.
    expect(plain.tokenise("\nຳ")).toEqual([{ text: "າ", start: 1, end: 2 }]);
    expect(plain.tokenise("豈\n\u1161")).toEqual([
      { text: "豈", start: 0, end: 1 },
      { text: "\u1161", start: 2, end: 3 },
    ]);
  });

  test("reads lines independently of each other", () => {
    const line = fc.string({ unit: "binary", maxLength: 20 });
    fc.assert(
      fc.property(line, line, (a, b) => {
        const shift = a.length + 1;
        const shifted = plain
          .tokenise(b)
          .map(({ text, start, end }) => ({ text, start: start + shift, end: end + shift }));
        expect(plain.tokenise(`${a}\n${b}`)).toEqual([...plain.tokenise(a), ...shifted]);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The rules for spaced scripts in one expression: an acronym, or runs with their joiners. */
function byExpression(text: string): string[] {
  const acronym = "\\p{L}(?:\\.\\p{L}(?![\\p{L}\\p{N}\\p{M}]))+\\.?";
  const run = "[\\p{L}\\p{N}\\p{M}]+";
  const join = "(?:(?<=\\p{N})[.,](?=\\p{N})|'(?=\\p{L}))";
  const word = new RegExp(`${acronym}|(?=[\\p{L}\\p{N}])${run}(?:${join}${run})*`, "ug");
  return normaliseText(text).text.match(word) ?? [];
}
