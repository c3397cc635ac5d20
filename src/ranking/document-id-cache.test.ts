import { expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { DocumentIdCache } from "./document-id-cache.ts";

const view = new MemoryIndex(["x", "y", "z"].map((id) => ({ id, terms: ["a"] })));

test("returns the ids of every ranking in its order, and reads each id once", () => {
  const read: number[] = [];
  const counting = Object.create(view, {
    id: {
      value: (document: number) => {
        read.push(document);
        return view.id(document);
      },
    },
  }) as MemoryIndex;
  const ids = new DocumentIdCache(counting);
  expect(ids.getIds({ documents: Uint32Array.of(2, 0) })).toEqual(["z", "x"]);
  expect(ids.getIds({ documents: Uint32Array.of(0, 1, 2) })).toEqual(["x", "y", "z"]);
  expect(read).toEqual([2, 0, 1]);
});
