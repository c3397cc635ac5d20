import { expect, test } from "vitest";
import { deduplicateFindings } from "./for-each-collection.ts";

test("a finding without a collection is kept once, findings of collections are all kept", () => {
  const plain = { claim: "S2.5", measured: "in order first", verdict: "holds" } as const;
  const [a, b] = [
    { ...plain, collection: "a" },
    { ...plain, collection: "b" },
  ];
  expect(deduplicateFindings([a, plain, b, { ...plain }])).toEqual([a, plain, b]);
});
