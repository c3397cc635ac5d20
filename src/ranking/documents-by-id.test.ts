import { expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { documentsWithIds, documentsWithoutIds } from "./documents-by-id.ts";

test("a set of documents is created from external ids, or from all others", () => {
  const view = new MemoryIndex(["x", "y", "z"].map((id) => ({ id, terms: [] })));
  const [included, others] = [
    documentsWithIds(view, ["z", "nobody", "x"]),
    documentsWithoutIds(view, ["z", "nobody"]),
  ];
  expect([0, 1, 2].map((document) => included.has(document))).toEqual([true, false, true]);
  expect([0, 1, 2].map((document) => others.has(document))).toEqual([true, true, false]);
});
