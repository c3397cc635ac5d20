import fc from "fast-check";
import { expect, test } from "vitest";
import { compareByteStrings, GrowingBytes } from "../../common/bytes/index.ts";
import type { TermwiseError } from "../../common/errors.ts";
import { FrontCoder } from "./front-coding.ts";
import { FrontCodedGroup } from "./front-group.ts";

const string = fc.oneof(
  fc.uint8Array({ maxLength: 6, max: 3 }),
  fc.uint8Array({ minLength: 2000, maxLength: 2100, max: 1 }),
);
const group = new FrontCodedGroup();

test("reads back a group as it was written, with its numbers", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(string, fc.nat()), { minLength: 1, maxLength: 16 }), (list) => {
      const sorted = list.sort(([a], [b]) => compareByteStrings(a, b));
      const out = new GrowingBytes();
      const coder = new FrontCoder();
      for (const [bytes, number] of sorted) {
        coder.append(bytes, out);
        out.appendVarint(number);
      }
      group.read(out.view(), sorted.length, "file", 0);
      const read = sorted.map((_, i) => [
        group.bytes.slice(group.starts[i], group.starts[i + 1]),
        group.numbers[i],
      ]);
      expect(read).toEqual(sorted);
    }),
    { numRuns: 300 },
  );
});

test("answers any bytes with strings or CORRUPT_INDEX", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        group.read(bytes, 16, "file", 0);
      } catch (error) {
        expect((error as TermwiseError).code).toBe("CORRUPT_INDEX");
      }
      expect(group.starts.length).toBe(17);
    }),
    { numRuns: 500 },
  );
});
