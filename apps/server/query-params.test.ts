import * as v from "valibot";
import { expect, test } from "vitest";
import { booleanParam, countParam } from "./query-params.ts";

test.each([
  ...([
    ["true", true],
    ["", true],
    ["false", false],
    ["0", false],
  ] as const),
  ...([
    ["1", 1],
    ["2", 2],
    ["1000", 1000],
  ] as const),
])("an option that takes a flag or a number reads %j as %j", (text, value) => {
  expect(v.parse(countParam, text)).toBe(value);
});

test.each(["-1", "1.5", "01", "yes", "99999999999"])("and refuses %j", (text) => {
  expect(v.safeParse(countParam, text).success).toBe(false);
});

test("1 and 0 are flags where no number is permitted", () => {
  expect([v.parse(booleanParam, "1"), v.parse(booleanParam, "0")]).toEqual([true, false]);
});
