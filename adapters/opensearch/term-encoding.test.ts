import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeTerm, joinTokens, splitTokens } from "./term-encoding.ts";

test("words are unchanged; separators are percent-encoded", () => {
  expect(encodeTerm("naïve")).toBe("naïve");
  expect(encodeTerm("a|b c.d%")).toBe("a%7cb%20c%2ed%25");
});

test("different terms have different tokens, short enough for the tokenizer and without its separators", () => {
  const term = fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(term, term, (a, b) => {
      const [one, other] = [encodeTerm(a), encodeTerm(b)];
      expect(one === other).toBe(a === b);
      expect(one.length).toBeLessThanOrEqual(200);
      expect(one).not.toMatch(/[\s|.]/u);
    }),
  );
});

test("tokens are joined and split again", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1 })), (tokens) => {
      expect(splitTokens(joinTokens(tokens))).toEqual(tokens);
    }),
  );
});
