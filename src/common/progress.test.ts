import { expect, test } from "vitest";
import { type ProgressReport, trackProgress } from "./progress.ts";

test("counts items as they pass, and reports the last one as finished", async () => {
  const reports: ProgressReport[] = [];
  const labels = { task: "reading", unit: "documents", total: 5 };
  const counts: number[] = [];
  for await (const item of trackProgress([1, 2, 3, 4, 5], (r) => reports.push(r), {
    ...labels,
    every: 2,
  }))
    counts.push(item);
  expect(counts).toEqual([1, 2, 3, 4, 5]);
  expect(reports).toEqual([
    { ...labels, done: 2 },
    { ...labels, done: 4 },
    { ...labels, done: 5, finished: true },
  ]);
});
