import { expect, test } from "vitest";
import { assignSignificanceLetters } from "./significance-letters.ts";

/** Systems with values; a lead of more than 2 counts as significant. */
const values: Readonly<Record<string, number>> = { LM: 1, BM25: 2, KNRM: 5, "S-KNRM": 6, Conv: 9 };
const isBetter = (system: string, baseline: string): boolean =>
  Number(values[system]) - Number(values[baseline]) > 2;

test("assigns a letter if every member of its group is beaten, and never to a member", () => {
  const groups = { a: ["LM", "BM25"], b: ["KNRM"], c: ["S-KNRM", "KNRM"], d: [] };
  const letters = assignSignificanceLetters(Object.keys(values), groups, isBetter);
  expect(Object.fromEntries(letters)).toEqual({
    LM: "",
    BM25: "",
    KNRM: "a", // 5 against 1 and 2
    "S-KNRM": "a", // 1 above KNRM is not enough for b
    Conv: "abc",
  });
});
