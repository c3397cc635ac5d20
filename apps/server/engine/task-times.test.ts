import { expect, test } from "vitest";
import { TaskTimes } from "./task-times.ts";

test("says nothing before eight tasks of a kind were done", () => {
  const times = new TaskTimes();
  for (let i = 0; i < 7; i++) times.record("search", 10);
  times.record("explain", 10);
  expect(times.estimate("search")).toBe(undefined);
  times.record("search", 10);
  expect(times.estimate("search")).toBe(10);
});

test("is the mean of the last, without the slowest sixteenth", () => {
  const times = new TaskTimes();
  for (const ms of [1, 2, 3, 4, 5, 6, 7, 2000]) times.record("search", ms);
  expect(times.estimate("search")).toBe(4);
  for (let i = 0; i < 60; i++) times.record("search", 20);
  for (let i = 0; i < 4; i++) times.record("search", 900);
  expect(times.estimate("search")).toBe(20);
  times.record("search", 920); // in place of a 20: one of the five slow ones counts
  expect(times.estimate("search")).toBe((59 * 20 + 900) / 60);
});
