import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareBytes } from "../../common/bytes/index.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { EditTable } from "./edit-distance.ts";
import { FormDictionary } from "./form-dictionary.ts";

function dictionary(forms: readonly string[]): Promise<FormDictionary> {
  const sorted = forms.map((form, i) => [form, forms.length - i] as const);
  return FormDictionary.build(sorted.sort(([a], [b]) => compareBytes(a, b)));
}

const anyLimit = TimeLimit.none();

function prefixed(forms: FormDictionary, prefix: string, maxForms: number): string[] {
  return forms.withPrefix(prefix, maxForms, anyLimit).map(({ form }) => form);
}

const form = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "c", "{", "é", "😀", "\uffee"), maxLength: 7 }),
  fc.string({ unit: fc.constantFrom("a", "b"), minLength: 58, maxLength: 70 }),
);

describe("FormDictionary", () => {
  test("returns the most frequent forms of a prefix", async () => {
    const forms = await dictionary(["boiling", "boil", "eggs", "boiled", "boat", "bo"]);
    expect(prefixed(forms, "boi", 2)).toEqual(["boil", "boiling"]);
    expect(prefixed(forms, "bo", 9)).toEqual(["bo", "boat", "boil", "boiled", "boiling"]);
    expect(prefixed(forms, "x", 9)).toEqual([]);
  });

  test("equals a scan of every form", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(form, { maxLength: 60 }),
        form,
        fc.integer({ min: 0, max: 2 }),
        async (list, word, edits) => {
          const forms = await dictionary(list);
          const sorted = [...list].sort(compareBytes);
          expect(prefixed(forms, word, 100)).toEqual(
            sorted.filter((each) => each.startsWith(word)),
          );
          const frequent = list.filter((each) => each.startsWith(word)).slice(0, 3);
          expect(prefixed(forms, word, 3)).toEqual(frequent.sort(compareBytes));
          for (const isPrefix of [false, true]) {
            const table = new EditTable(word, edits);
            const expected = sorted.flatMap((each) => {
              const units = Uint16Array.from(each.split(""), (unit) => unit.charCodeAt(0));
              const distance = isPrefix
                ? table.countEditsToPrefix(units, 0, units.length)
                : table.countEdits(units, 0, units.length);
              const count = list.length - list.indexOf(each);
              return distance <= edits ? [{ form: each, count, edits: distance }] : [];
            });
            expect(forms.near(word, edits, anyLimit, { isPrefix })).toEqual(expected);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
