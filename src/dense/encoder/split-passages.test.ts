import fc from "fast-check";
import { expect, test } from "vitest";
import { splitPassages } from "./split-passages.ts";

test("a short text is one passage, and a blank text has none", () => {
  expect(splitPassages("  How long to boil an egg? ")).toEqual(["How long to boil an egg?"]);
  expect(splitPassages("")).toEqual([]);
  expect(splitPassages(" \n ")).toEqual([]);
});

test("a long text is split after a sentence, else between words, else at the maximum length", () => {
  const sentence = `${"word ".repeat(149)}end. `; // 750 characters
  expect(splitPassages(sentence + sentence).map(({ length }) => length)).toEqual([749, 749]);
  const words = "abcd ".repeat(300);
  expect(splitPassages(words).map(({ length }) => length)).toEqual([999, 499]);
  const run = "東".repeat(1500);
  expect(splitPassages(run).map(({ length }) => length)).toEqual([1000, 500]);
  expect(splitPassages(`a${"😀".repeat(700)}`).map(({ length }) => length)).toEqual([999, 402]);
});

test("passages contain all of a text except the white space between them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { maxLength: 200 }),
      (parts) => {
        const text = parts.join(" ");
        const passages = splitPassages(text);
        expect(passages.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const { length } of passages) expect(length).toBeLessThanOrEqual(1000);
      },
    ),
  );
});
