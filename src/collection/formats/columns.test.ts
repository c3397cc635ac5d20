import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Columns } from "./columns.ts";

describe("Columns", () => {
  test("equals splitting at white space", () => {
    const unit = fc.constantFrom("a", "1", "-", ".", "é", " ", "\t", "\v");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (line) => {
        const expected = line.split(/[ \t\v]+/).filter((column) => column !== "");
        const columns = new Columns();
        expect(columns.split(line)).toBe(expected.length);
        for (const [i, column] of expected.slice(0, 8).entries()) {
          expect(columns.text(i)).toBe(column);
          expect(columns.equals(i, column)).toBe(true);
          expect(columns.equals(i, `${column}x`)).toBe(false);
          expect(columns.number(i)).toBe(Number(column));
        }
      }),
    );
  });

  test.each(["0", "007", "12345678901234567890", "1e-3", "-0.5", "+4", "0x1f", "1_0", "-"])(
    "parses the number %s as Number does",
    (text) => {
      const columns = new Columns();
      columns.split(` ${text} `);
      expect(columns.number(0)).toBe(Number(text));
    },
  );
});
