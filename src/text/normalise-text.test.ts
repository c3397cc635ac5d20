import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseText } from "./normalise-text.ts";

/** Characters that change length, combine, vanish or decompose, beside plain ones. */
const TRICKY = [..."aE 1'’.ßİıΣςﬁ①½™㎏℀…ｶﾞがﾞ각ㄱㅏ\u1100\u1161\u11a8éJ"].concat(
  ["\u0301", "\u0307", "\u030c", "\u0316", "\u00ad", "\u200b", "\u200d", "\u00a0", "\ufe0f"],
  ["\u{1d400}", "\u{16d63}", "\u{16d67}", "\u{1f600}", "\ud800", "\udc00", "\u3099", "\u0344"],
);

const tricky = fc.string({ unit: fc.constantFrom(...TRICKY), maxLength: 24 });

describe("normaliseText", () => {
  test.each([
    ["Straße", "straße"],
    ["ＡＢＣ１", "abc1"],
    ["ﬁne", "fine"],
    ["don’t", "don't"],
    ["co\u00adoperate", "cooperate"],
    ["ΟΔΟΣ οδος", "οδοσ οδοσ"],
    ["İstanbul", "istanbul"],
    ["J\u030cust", "\u01f0ust"], // ǰ has a composed form, its capital has none
    ["x²", "x2"],
    ["3½", "3 1⁄2 "],
    ["Foo™", "foo tm "],
    ["20℃", "20 °c "],
    ["ｶﾞ", "ガ"],
    ["\u1100\u1161", "가"],
    ["e\u0301\u0316", "\u00e9\u0316".normalize("NFC")],
    ["a\ud800B", "a\ud800b"],
  ])("normalises %j to %j", (text, expected) => {
    expect(normaliseText(text).text).toBe(expected);
  });

  test("is idempotent for every code point", () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const once = normaliseText(String.fromCodePoint(code)).text;
      // Word signs get their spaces once; their contents must be stable.
      if (normaliseText(once).text !== once) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  test("equals the normalisation of the whole text, although it works piece by piece", () => {
    fc.assert(
      fc.property(tricky, (text) => {
        expect(normaliseText(text).text).toBe(normaliseWhole(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("maps each unit to its piece of the source", () => {
    fc.assert(
      fc.property(tricky, fc.boolean(), (text, fold) => {
        const normal = normaliseText(text, { fold });
        for (let i = 0; i < normal.text.length; i++) {
          const start = normal.source?.starts[i] ?? i;
          const end = normal.source?.ends[i] ?? i + 1;
          expect(end).toBeGreaterThan(start);
          const piece = normaliseText(text.slice(start, end), { fold }).text;
          expect(piece).toContain(normal.text[i]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("folds accents on request, with a map to the source", () => {
    const { text, source } = normaliseText("Straße", { fold: true });
    expect(text).toBe("strasse");
    // The ß at 4 became two units, both mapped to it.
    expect([...(source?.starts.slice(0, 7) ?? [])]).toEqual([0, 1, 2, 3, 4, 4, 5]);
    expect([...(source?.ends.slice(0, 7) ?? [])]).toEqual([1, 2, 3, 4, 5, 5, 6]);
  });
});

/** The rules in the header of normalise-text.ts, applied to the whole text at once. */
function normaliseWhole(text: string): string {
  const visible = text.replace(/(?!\u200b)\p{Default_Ignorable_Code_Point}/gu, "");
  const apart = visible.replace(/[™㎏℀½](?:\p{M}|ﾞ)*/gu, (sign) => ` ${sign.normalize("NFKC")} `);
  return apart
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll("i\u0307", "i")
    .replaceAll("’", "'")
    .replaceAll("ς", "σ");
}
