import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { DocumentSet, documentsWithIds, documentsWithoutIds } from "./document-set.ts";

const numbers = fc.uniqueArray(fc.nat(99));

function setOf(members: readonly number[]): DocumentSet {
  const set = new DocumentSet(100);
  for (const document of members) set.add(document);
  return set;
}

function membersOf(set: DocumentSet): number[] {
  return Array.from({ length: 100 }, (_, document) => document).filter((document) =>
    set.has(document),
  );
}

const ascending = (a: number, b: number): number => a - b;

describe("DocumentSet", () => {
  test("unites, intersects and subtracts as sets do", () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const united = setOf(a);
        united.addAll(setOf(b));
        expect(membersOf(united)).toEqual([...new Set([...a, ...b])].sort(ascending));
        const common = setOf(a);
        common.keepAll(setOf(b));
        expect(membersOf(common)).toEqual(a.filter((x) => b.includes(x)).sort(ascending));
        const rest = setOf(a);
        rest.removeAll(setOf(b));
        expect(membersOf(rest)).toEqual(a.filter((x) => !b.includes(x)).sort(ascending));
      }),
    );
  });

  test("comes from external ids, and from all others", () => {
    const view = new MemoryIndex(["x", "y", "z"].map((id) => ({ id, terms: [] })));
    const [some, others] = [
      documentsWithIds(view, ["z", "nobody", "x"]),
      documentsWithoutIds(view, ["z", "nobody"]),
    ];
    expect([0, 1, 2].map((document) => some.has(document))).toEqual([true, false, true]);
    expect([0, 1, 2].map((document) => others.has(document))).toEqual([true, true, false]);
  });
});
