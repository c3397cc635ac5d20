import fc from "fast-check";
import { expect, test } from "vitest";
import { sortByBytes } from "./sort-by-bytes.ts";

/** Units on both sides of U+D800 and beyond U+FFFF, often equal. */
const anyText = fc.string({
  unit: fc.constantFrom("a", "b", "\ud7ff", "\ue000", "\uffee", "\u{1f600}"),
  maxLength: 4,
});

test("sorts as Buffer.compare sorts the UTF-8 bytes, and is stable", () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const plain = [...texts.keys()].sort(
        (a, b) =>
          Buffer.compare(Buffer.from(texts[a] as string), Buffer.from(texts[b] as string)) || a - b,
      );
      expect([...sortByBytes(texts)]).toEqual(plain);
      const distinct = [...new Set(texts)];
      expect([...sortByBytes(distinct)].map((number) => distinct[number])).toEqual([
        ...new Set(plain.map((number) => texts[number])),
      ]);
    }),
    { numRuns: 1000 },
  );
});
