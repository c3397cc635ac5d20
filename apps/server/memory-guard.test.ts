import { expect, test } from "vitest";
import { checkFreeHeap, estimateHeapBytes } from "./memory-guard.ts";

test("JSON takes its text and its strings, and a hundred bytes a value", () => {
  expect(estimateHeapBytes({ bytes: 1000, values: 3, isAscii: true })).toBe(2300);
  expect(estimateHeapBytes({ bytes: 1000, values: 3, isAscii: false })).toBe(4300);
});

test("what takes more than half of what is left is refused, from a megabyte on", () => {
  const size = { bytes: 2_000_000, values: 10_000, isAscii: true }; // 5 MB
  expect(() => checkFreeHeap(size, "the body", () => 10_000_000)).not.toThrow();
  expect(() => checkFreeHeap(size, "the body", () => 9_999_999)).toThrow(
    "the body needs about 5 MB of memory, and there are 5; send it in parts",
  );
  expect(() => checkFreeHeap({ ...size, bytes: 1_000_000 }, "the body", () => 0)).not.toThrow();
});
