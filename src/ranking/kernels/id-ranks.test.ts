import fc from "fast-check";
import { expect, test } from "vitest";
import { compareBytes } from "../../common/byte-order.ts";
import { decodeText, encodeText } from "../../index/byte-strings.ts";
import { idRanks } from "./id-ranks.ts";
import type { LivingSegment } from "./shared-index.ts";

/** Just enough of a segment. */
function segmentOf(ids: readonly string[]): LivingSegment {
  const documents = { ids: () => ids.map(encodeText) };
  return { segment: { documents } } as unknown as LivingSegment;
}

test("ids of several segments rank as their bytes order", () => {
  const anyId = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.nat(200).map((number) => `document-${number}`),
    fc.nat(200).map((number) => `${"long".repeat(20)}${number}`),
    fc.constantFrom("\uffee", "\u{1f600}", "é", "a", "aa", "ab"),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(anyId, { maxLength: 150, selector: (id) => decodeText(encodeText(id)) }),
      fc.nat(150),
      (ids, cut) => {
        const ranks = idRanks([segmentOf(ids.slice(0, cut)), segmentOf(ids.slice(cut))]);
        const sorted = ids.toSorted((a, b) =>
          compareBytes(decodeText(encodeText(a)), decodeText(encodeText(b))),
        );
        expect([...ranks]).toEqual(ids.map((id) => sorted.indexOf(id)));
      },
    ),
  );
});
