import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeLimit } from "../traversal/time-limit.ts";
import { mergePositions } from "./dense-postings.ts";

test("merged lists are the sorted list of all positions", () => {
  const lists = fc.array(
    fc.array(fc.nat(99)).map((positions) => Uint32Array.from(positions).sort()),
  );
  fc.assert(
    fc.property(lists, (all) => {
      const plain = all.flatMap((list) => [...list]).sort((a, b) => a - b);
      expect([...mergePositions(all, TimeLimit.none())]).toEqual(plain);
    }),
  );
});
