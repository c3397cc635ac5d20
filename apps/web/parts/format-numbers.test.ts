import { expect, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatDuration,
  formatInteger,
  formatProbability,
  formatSigned,
} from "./format-numbers.ts";

test("numbers are formatted for people", () => {
  expect(formatInteger(117_791)).toBe("117,791");
  expect(formatDecimal(0.43125)).toBe("0.4313");
  expect(formatDecimal(-0.5, 2)).toBe("−0.50");
  expect(formatDecimal(-0.00001, 2)).toBe("-1.0e-5");
  expect(formatDecimal(-0, 2)).toBe("0.00");
  expect(formatDecimal(Number.NaN)).toBe("–");
  expect([formatSigned(0.25, 2), formatSigned(-0.25, 2), formatSigned(0, 2)]).toEqual([
    "+0.25",
    "−0.25",
    "0.00",
  ]);
  expect([formatDuration(0.84), formatDuration(12.3), formatDuration(1430)]).toEqual([
    "0.8 ms",
    "12 ms",
    "1.4 s",
  ]);
  expect([formatCount(1, "word"), formatCount(2, "query", "queries")]).toEqual([
    "1 word",
    "2 queries",
  ]);
  expect([formatBytes(999), formatBytes(14_200_000), formatBytes(210_400)]).toEqual([
    "999 B",
    "14.2 MB",
    "210 kB",
  ]);
  expect([formatProbability(0.0004), formatProbability(0.0341)]).toEqual(["< 0.001", "0.034"]);
});
