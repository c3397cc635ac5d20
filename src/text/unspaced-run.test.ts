import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentRun } from "./unspaced-run.ts";

function words(text: string, start = 0, end: number = text.length): string[] {
  const segments: string[] = [];
  segmentRun(text, start, end, (from, to) => segments.push(text.slice(from, to)));
  return segments;
}

describe("segmentRun", () => {
  test("reads nothing outside the run", () => {
    expect(words("我喜欢语言", 1, 3)).toEqual(["喜欢"]);
  });

  test("finds the same words in a long run as in a short one", () => {
    // The words of both phrases are common, alone or after each other.
    for (const phrase of [
      ["我", "喜欢", "语言"],
      ["สวัสดี", "ครับ"],
    ]) {
      const many = Array.from({ length: 500 }, () => phrase).flat();
      expect(words(many.join(""))).toEqual(many);
    }
  });

  test("leaves no gap and splits no code point, however long the run", () => {
    const unit = fc.constantFrom(..."我喜欢東京にカーไทยครับ𠀀𠮷่่");
    fc.assert(
      fc.property(fc.string({ unit, minLength: 500, maxLength: 1600 }), (text) => {
        const segments = words(text);
        expect(segments.join("")).toBe(text);
        expect(segments.filter((word) => /[\ud800-\udfff]/u.test(word))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
