import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormTable } from "./form-table.ts";

const anyForms = fc.array(
  fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", "\u{1f600}", "é"), minLength: 1, maxLength: 3 }),
    fc.string({ minLength: 1, maxLength: 300, unit: "grapheme" }),
  ),
);

describe("FormTable", () => {
  test("numbers forms as a map does, in the order in which they come", () => {
    fc.assert(
      fc.property(anyForms, fc.integer({ min: 1, max: 8 }), (forms, expected) => {
        const table = new FormTable(expected);
        const known = new Map<string, number>();
        for (const form of forms) {
          const number = known.get(form) ?? known.size;
          known.set(form, number);
          expect(table.number(`<${form}>`, 1, form.length + 1)).toBe(number);
        }
        expect(table.count).toBe(known.size);
        expect([...known.keys()].map((_, i) => table.form(i))).toEqual([...known.keys()]);
      }),
    );
  });

  test("takes in the forms of another", () => {
    fc.assert(
      fc.property(anyForms, anyForms, (one, two) => {
        const [first, second, both] = [tableOf(one), tableOf(two), tableOf([...one, ...two])];
        const list = second.list();
        const numbers = Array.from(list.ends, (_, i) => first.numberOf(list, i));
        expect(numbers.map((number) => first.form(number))).toEqual(
          Array.from(list.ends, (_, i) => second.form(i)),
        );
        expect(first.list()).toEqual(both.list());
      }),
    );
  });

  test("makes forms equal that differ in lone surrogates only", () => {
    const table = new FormTable();
    expect(table.number("a\ud800", 0, 2)).toBe(0);
    expect(table.number("a\udc00", 0, 2)).toBe(0);
    expect(table.number("a\ufffd", 0, 2)).toBe(0);
    expect(table.number("\ud83d\ude00", 0, 2)).toBe(1);
    expect([table.form(0), table.form(1)]).toEqual(["a\ufffd", "\u{1f600}"]);
  });
});

function tableOf(forms: readonly string[]): FormTable {
  const table = new FormTable(4);
  for (const form of forms) table.number(form, 0, form.length);
  return table;
}
