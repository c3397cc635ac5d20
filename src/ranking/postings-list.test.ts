import fc from "fast-check";
import { expect, test } from "vitest";
import { EXHAUSTED } from "../index/snapshots/index.ts";
import { PostingsList } from "./postings-list.ts";

test("a cursor seeks as one that goes document by document", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(500), { maxLength: 100 }),
      fc.array(fc.oneof(fc.nat(520), fc.constant(EXHAUSTED), fc.constant("next" as const))),
      (numbers, steps) => {
        const documents = Uint32Array.from(numbers).sort();
        const frequencies = documents.map((document) => 1 + (document % 7));
        const [cursor, slow] = [0, 1].map(() => new PostingsList(documents, frequencies).open());
        for (const step of steps) {
          if (cursor === undefined || slow === undefined) return;
          if (step === "next") expect(cursor.next()).toBe(slow.next());
          else {
            while (slow.document < step) slow.next();
            expect(cursor.seek(step)).toBe(slow.document);
          }
          expect([cursor.document, cursor.frequency]).toEqual([slow.document, slow.frequency]);
        }
      },
    ),
  );
});
