import { expect, test } from "vitest";
import { bytes, counted, decimal, duration, probability, signed, whole } from "./numbers.ts";

test("numbers are written for people", () => {
  expect(whole(117_791)).toBe("117,791");
  expect(decimal(0.43125)).toBe("0.4313");
  expect(decimal(-0.5, 2)).toBe("−0.50");
  expect(decimal(-0.00001, 2)).toBe("-1.0e-5");
  expect(decimal(-0, 2)).toBe("0.00");
  expect(decimal(Number.NaN)).toBe("–");
  expect([signed(0.25, 2), signed(-0.25, 2), signed(0, 2)]).toEqual(["+0.25", "−0.25", "0.00"]);
  expect([duration(0.84), duration(12.3), duration(1430)]).toEqual(["0.8 ms", "12 ms", "1.4 s"]);
  expect([counted(1, "word"), counted(2, "query", "queries")]).toEqual(["1 word", "2 queries"]);
  expect([bytes(999), bytes(14_200_000), bytes(210_400)]).toEqual(["999 B", "14.2 MB", "210 kB"]);
  expect([probability(0.0004), probability(0.0341)]).toEqual(["< 0.001", "0.034"]);
});
