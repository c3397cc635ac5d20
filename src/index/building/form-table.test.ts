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
  test("numbers forms in the order of first occurrence, as a Map would", () => {
    fc.assert(
      fc.property(anyForms, fc.integer({ min: 1, max: 8 }), (forms, expected) => {
        const table = new FormTable(expected);
        const formNumbers = new Map<string, number>();
        for (const form of forms) {
          const number = formNumbers.get(form) ?? formNumbers.size;
          formNumbers.set(form, number);
          expect(table.add(`<${form}>`, 1, form.length + 1)).toBe(number);
        }
        expect(table.count).toBe(formNumbers.size);
        expect([...formNumbers.keys()].map((_, i) => table.form(i))).toEqual([
          ...formNumbers.keys(),
        ]);
      }),
    );
  });

  test("adds the forms of another table", () => {
    fc.assert(
      fc.property(anyForms, anyForms, (one, two) => {
        const [first, second, both] = [
          createTable(one),
          createTable(two),
          createTable([...one, ...two]),
        ];
        const list = second.list();
        const numbers = Array.from(list.ends, (_, i) => first.addFrom(list, i));
        expect(numbers.map((number) => first.form(number))).toEqual(
          Array.from(list.ends, (_, i) => second.form(i)),
        );
        expect(first.list()).toEqual(both.list());
      }),
    );
  });

  test("treats forms that differ only in lone surrogates as equal", () => {
    const table = new FormTable();
    expect(table.add("a\ud800", 0, 2)).toBe(0);
    expect(table.add("a\udc00", 0, 2)).toBe(0);
    expect(table.add("a\ufffd", 0, 2)).toBe(0);
    expect(table.add("\ud83d\ude00", 0, 2)).toBe(1);
    expect([table.form(0), table.form(1)]).toEqual(["a\ufffd", "\u{1f600}"]);
  });
});

function createTable(forms: readonly string[]): FormTable {
  const table = new FormTable(4);
  for (const form of forms) table.add(form, 0, form.length);
  return table;
}
