/**
 * Any string is valid text: all planes, lone surrogates, huge words and lines, runs of marks.
 * FUZZ_CASES sets the number of random cases.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseText } from "./normalise-text.ts";
import { MAX_TOKEN_LENGTH, Tokeniser, type TokeniserOptions } from "./tokeniser.ts";

const CASES = Number(process.env.FUZZ_CASES ?? 10_000);

const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));
const awkward = fc.string({
  unit: fc.constantFrom(
    ..."aZ9é.,'’ -_ßİΣﬁ½™㎏…我東かカไทยលាမြ한ㄱㅏ",
    ..."\u0301\u0316\u00ad\u200b\u200d\u00a0\0\ufe0f\u202e\u05d0\u0627\u093f",
  ),
  maxLength: 40,
});
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), codeUnits, awkward);

const options = fc.record<TokeniserOptions>({
  foldAccents: fc.boolean(),
  keepPunctuation: fc.boolean(),
  apostrophes: fc.constantFrom("english", "join", "split"),
});

describe("Tokeniser", () => {
  test(`keeps its contract on ${CASES} random texts`, () => {
    fc.assert(
      fc.property(text, options, (input, tokeniserOptions) => {
        let previous = 0;
        for (const { text: form, start, end } of new Tokeniser(tokeniserOptions).tokenise(input)) {
          expect(form).not.toMatch(/^$|\s|[\ud800-\udfff]/u);
          expect(form.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
          expect(form).toBe(form.toLowerCase().replaceAll("ς", "σ"));
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(input.length);
          const slice = normaliseText(input.slice(start, end), {
            fold: tokeniserOptions.foldAccents === true,
          });
          expect(slice.text).toContain(form);
          previous = start;
        }
      }),
      { numRuns: CASES },
    );
  });

  const tokeniser = new Tokeniser();
  const megabyte = 1 << 20;

  test.each([
    ["a word", "x", 1],
    ["a word with capitals and accents", "É", 1],
    ["marks in every order", "\u0301\u0316", 0],
    ["contractions", "a's", 2], // one word; its last 's is cut off
    ["initials", "a.", 1],
    ["digits with commas", "1,", 1],
    ["invisible characters", "\u00ad", 0],
    ["lone surrogates", "\ud800", 0],
    ["NUL", "\0", 0],
  ])("reads a megabyte of %s", (_, unit, expected) => {
    expect(tokeniser.read(unit.repeat(megabyte / unit.length)).count).toBe(expected);
  });

  test("reads a line of ten megabytes", () => {
    expect(tokeniser.read("word ".repeat(2 * megabyte)).count).toBe(2 * megabyte);
  });

  test.each([
    ["words", "word "],
    ["one word", "x"],
    ["capital accents", "É È"],
    ["composed on the way", "e\u0301 "],
    ["marks", "\u0301\u0316"],
    ["letters with many marks", `a${"\u0301\u0316".repeat(5000)} `],
    ["contractions", "a's"],
    ["initials", "a."],
    ["right to left", "שלום مرحبا "],
    ["Han", "我喜欢自然语言处理"],
    ["one Han character", "我"],
    ["Thai", "สวัสดีครับ"],
    ["Thai marks", "ก่่่่่่"],
    ["kana", "カ"],
    // Retried, because a busy machine can distort any single measurement.
  ])("takes time linear in the length of %s", { retry: 3 }, (_, unit) => {
    const small = Math.ceil(8_000 / unit.length);
    // Sixteen times the text in less than sixty times the time: quadratic work takes 256 times.
    const once = fastest(() => tokeniser.read(unit.repeat(small)));
    const more = fastest(() => tokeniser.read(unit.repeat(16 * small)));
    expect(more).toBeLessThan(60 * once + 20);
  });
});

/** CPU time in ms of the fastest of five runs, which a busy machine does not distort. */
function fastest(action: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
