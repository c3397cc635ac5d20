import { expect, test } from "vitest";
import { assignWordnetSplit, finalise, fnv1a } from "./wordnet-split.ts";

test("hashes to the published test vectors", () => {
  // FNV-1a 32: the test vectors of draft-eastlake-fnv.
  expect(fnv1a("")).toBe(0x811c9dc5);
  expect(fnv1a("a")).toBe(0xe40c292c);
  expect(fnv1a("foobar")).toBe(0xbf9cf968);
  // MurmurHash3_x86_32 of nothing is its finaliser applied to the seed.
  expect(finalise(0)).toBe(0);
  expect(finalise(1)).toBe(0x514e28b7);
  expect(finalise(0xffffffff)).toBe(0x81f16f39);
});

test("assigns neighbouring ids to splits in the proportion 80 / 10 / 10", () => {
  const counts = { train: 0, dev: 0, test: 0 };
  for (let offset = 0; offset < 10_000; offset++) {
    counts[assignWordnetSplit(`n${String(offset).padStart(8, "0")}`)]++;
  }
  // Four standard deviations of a binomial: 160 around 8,000 and 120 around 1,000.
  expect(Math.abs(counts.train - 8000)).toBeLessThan(160);
  expect(Math.abs(counts.dev - 1000)).toBeLessThan(120);
  expect(Math.abs(counts.test - 1000)).toBeLessThan(120);
});
