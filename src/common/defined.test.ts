import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("keeps values, null, 0 and the empty text, and drops undefined", () => {
  const copy = defined({ a: 1, b: undefined, c: null, d: 0, e: "" });
  expect(Object.keys(copy)).toEqual(["a", "c", "d", "e"]);
  expect(copy).toEqual({ a: 1, c: null, d: 0, e: "" });
});

test("does not replace a default when it is spread", () => {
  const limit: number | undefined = undefined;
  expect({ limit: 10, ...defined({ limit }) }).toEqual({ limit: 10 });
});
