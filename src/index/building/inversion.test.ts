import { expect, test } from "vitest";
import { invert, NO_TERM } from "./inversion.ts";

test("lists the documents and positions of each term", () => {
  // Forms 0 and 2 belong to term 1, form 1 to term 0, form 3 to none.
  const termOfForm = Uint32Array.of(1, 0, 1, NO_TERM);
  const tokens = Uint32Array.of(0, 3, 2, 1, 1, 3, 0);
  const ends = Uint32Array.of(4, 4, 7); // 0 3 2 1 | empty | 1 3 0
  const lists = invert(tokens, ends, termOfForm, { terms: 2, positions: true });
  expect([...lists.starts]).toEqual([0, 2, 5]);
  expect([...lists.documents]).toEqual([0, 2, 0, 0, 2]);
  expect([...(lists.positions ?? [])]).toEqual([3, 0, 0, 2, 2]);
});

test("stores no positions unless they are requested", () => {
  const none = Uint32Array.of();
  expect(invert(none, none, none, { terms: 0, positions: false })).toEqual({
    starts: Uint32Array.of(0),
    documents: none,
    positions: undefined,
  });
});
