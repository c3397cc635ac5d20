import fc from "fast-check";
import { expect, test } from "vitest";
import { compareBytes } from "./byte-order.ts";

test("orders any two strings as Buffer.compare orders their UTF-8 bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
});

test("puts U+FFFD before an emoji, where `<` does the opposite", () => {
  expect(compareBytes("\uFFFD", "😀")).toBeLessThan(0);
  expect("\uFFFD" < "😀").toBe(false);
});

test("puts a prefix first", () => {
  expect(compareBytes("d1", "d10")).toBeLessThan(0);
});
