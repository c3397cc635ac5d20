import { expect, test } from "vitest";
import { readJudgingKey } from "./keyboard-shortcuts.ts";

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false };

test.each([
  ["0", { grade: 0, move: 1 }],
  ["3", { grade: 3, move: 1 }],
  ["4", undefined],
  ["ArrowDown", { move: 1 }],
  ["k", { move: -1 }],
  ["Backspace", { grade: null, move: 0 }],
  ["a", undefined],
])("the key %s", (key, expected) => {
  expect(readJudgingKey({ key, ...NO_MODIFIER })).toEqual(expected);
});

test("shortcuts of the browser stay its own", () => {
  expect(readJudgingKey({ key: "0", ...NO_MODIFIER, ctrlKey: true })).toBeUndefined();
});
