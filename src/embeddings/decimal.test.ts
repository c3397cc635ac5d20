import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "./decimal.ts";

function parse(text: string): number {
  const bytes = new TextEncoder().encode(`x${text}x`);
  return parseDecimal(bytes, 1, bytes.length - 1);
}

describe("parseDecimal", () => {
  test("equals the platform's own conversion for every number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parse(String(value))).toBe(Number(String(value)));
        expect(parse(value.toPrecision(9))).toBe(Number(value.toPrecision(9)));
        expect(parse(value.toExponential(5))).toBe(Number(value.toExponential(5)));
      }),
    );
  });

  test.each([
    ["+.5", 0.5],
    ["-1.", -1],
    ["1E+2", 100],
    ["0.30000000000000000000001", 0.3],
    ["1e999", Infinity],
  ])("reads %s as %s", (text, value) => {
    expect(parse(text)).toBe(value);
  });

  test.each(["", "-", ".", "e5", "1e", "1e+", "0x10", "nan", "inf", "1,5", "1 2", "1e5x", "--1"])(
    "rejects %j",
    (text) => {
      expect(parse(text)).toBeNaN();
    },
  );
});
