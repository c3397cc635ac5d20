import { expect, test } from "vitest";
import { counted, type ProgressReport } from "./progress.ts";

test("counts items as they pass, and says when the last one did", async () => {
  const reports: ProgressReport[] = [];
  const labels = { task: "reading", unit: "documents", total: 5 };
  const seen: number[] = [];
  for await (const item of counted([1, 2, 3, 4, 5], (r) => reports.push(r), {
    ...labels,
    every: 2,
  }))
    seen.push(item);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(reports).toEqual([
    { ...labels, done: 2 },
    { ...labels, done: 4 },
    { ...labels, done: 5, finished: true },
  ]);
});
