import { expect, test } from "vitest";
import { createProgressBar, createProgressLog } from "./progress-display.ts";

const labels = { task: "indexing", unit: "documents", total: 1000 };

/** Runs reports through a display whose clock moves one second before each. */
function renderProgress(kind: typeof createProgressBar, dones: readonly number[]): string {
  let time = 0;
  let output = "";
  const progress = kind(
    (text) => {
      output += text;
    },
    () => time,
  );
  for (const done of dones) {
    progress({ ...labels, done });
    time += 1000;
  }
  progress({ ...labels, done: 1000, finished: true });
  return output;
}

test("a bar shows share, speed and time left on one line, and ends with a summary", () => {
  const frames = renderProgress(createProgressBar, [0, 250]).split("\r\x1b[K").slice(1);
  expect(frames).toEqual([
    "░░░░░░░░░░░░░░░░░░░░░░░░ indexing: 0 of 1,000 (0 %) documents",
    "██████░░░░░░░░░░░░░░░░░░ indexing: 250 of 1,000 (25 %) documents, 250/s, 3.0 s left",
    "indexing: 1,000 documents in 2.0 s\n",
  ]);
});

test("a log gets a line at the start, every five seconds, and at the end", () => {
  const lines = renderProgress(createProgressLog, [0, 10, 20, 30, 40, 50, 60]).trim().split("\n");
  expect(lines).toEqual([
    "indexing: 0 of 1,000 (0 %) documents",
    "indexing: 50 of 1,000 (5 %) documents, 10/s, 95 s left",
    "indexing: 1,000 documents in 7.0 s",
  ]);
});

test("an unknown total shows the count alone", () => {
  let output = "";
  const progress = createProgressBar(
    (text) => {
      output += text;
    },
    () => 0,
  );
  progress({ task: "reading", unit: "lines", done: 5, note: "2 bad" });
  expect(output).toBe("\r\x1b[Kreading: 5 lines, 2 bad");
});
