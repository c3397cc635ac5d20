import { expect, test } from "vitest";
import { ExpectedTimes } from "./expected-times.ts";

test("says nothing before eight tasks of a kind were done", () => {
  const times = new ExpectedTimes();
  for (let i = 0; i < 7; i++) times.took("search", 10);
  times.took("explain", 10);
  expect(times.of("search")).toBe(undefined);
  times.took("search", 10);
  expect(times.of("search")).toBe(10);
});

test("is the mean of the last, without the slowest eighth", () => {
  const times = new ExpectedTimes();
  for (const ms of [1, 2, 3, 4, 5, 6, 7, 2000]) times.took("search", ms);
  expect(times.of("search")).toBe(4);
  for (let i = 0; i < 32; i++) times.took("search", 20);
  expect(times.of("search")).toBe(20);
});
