import fc from "fast-check";
import { expect, test } from "vitest";
import { invert, NO_TERM } from "./inversion.ts";
import { countTokens, narrowTokens, type TokenBatch } from "./token-batch.ts";

function countAll(batches: readonly TokenBatch[], forms: number): Uint32Array {
  const counts = new Uint32Array(forms);
  for (const batch of batches) countTokens(batch, counts);
  return counts;
}

test("lists the documents and positions of each term", () => {
  // Forms 0 and 2 belong to term 1, form 1 to term 0, form 3 to none.
  const termOfForm = Uint32Array.of(1, 0, 1, NO_TERM);
  const batches = [
    // 0 3 2 1 | empty; the forms of the batch are 0 3 2 1.
    {
      tokens: Uint16Array.of(0, 1, 2, 3),
      ends: Uint32Array.of(4, 4),
      forms: Uint32Array.of(0, 3, 2, 1),
    },
    // 1 3 0
    {
      tokens: Uint32Array.of(0, 1, 2),
      ends: Uint32Array.of(3),
      forms: Uint32Array.of(1, 3, 0),
    },
  ];
  const counts = countAll(batches, 4);
  expect([...counts]).toEqual([2, 2, 1, 2]);
  const lists = invert(batches, { termOfForm, counts, terms: 2 }, { positions: true });
  expect([...lists.starts]).toEqual([0, 2, 5]);
  expect([...lists.documents]).toEqual([0, 2, 0, 0, 2]);
  expect([...(lists.positions ?? [])]).toEqual([3, 0, 0, 2, 2]);
});

test("stores no positions unless they are requested", () => {
  const none = Uint32Array.of();
  const formTerms = { termOfForm: none, counts: none, terms: 0 };
  expect(invert([], formTerms, { positions: false })).toEqual({
    starts: Uint32Array.of(0),
    documents: none,
    positions: undefined,
  });
});

test("tokens take two bytes if all numbers fit", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff)), (numbers) => {
      const tokens = Uint32Array.from(numbers);
      expect(narrowTokens(tokens, 1 << 16)).toEqual(Uint16Array.from(numbers));
      expect(narrowTokens(tokens, (1 << 16) + 1)).toEqual(tokens);
    }),
  );
});
