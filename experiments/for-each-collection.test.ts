import { expect, test } from "vitest";
import { deduplicateFindings } from "./for-each-collection.ts";

test("a finding that needs no collection is kept once, those of collections each", () => {
  const plain = { claim: "S2.5", measured: "in order first", verdict: "holds" } as const;
  const [a, b] = [
    { ...plain, collection: "a" },
    { ...plain, collection: "b" },
  ];
  expect(deduplicateFindings([a, plain, b, { ...plain }])).toEqual([a, plain, b]);
});
