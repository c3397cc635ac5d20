import { expect, test } from "vitest";
import { concatenate } from "./concatenate.ts";

test("joins any number of pieces in order", () => {
  expect(concatenate([])).toEqual(new Uint8Array(0));
  expect(concatenate([Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2, 3)])).toEqual(
    Uint8Array.of(1, 2, 3),
  );
});
