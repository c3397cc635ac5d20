import { expect, test } from "vitest";
import { progressBar, progressLog } from "./progress-display.ts";

const labels = { task: "indexing", unit: "documents", total: 1000 };

/** Runs reports through a display whose clock moves one second before each. */
function display(kind: typeof progressBar, dones: readonly number[]): string {
  let time = 0;
  let written = "";
  const progress = kind(
    (text) => {
      written += text;
    },
    () => time,
  );
  for (const done of dones) {
    progress({ ...labels, done });
    time += 1000;
  }
  progress({ ...labels, done: 1000, finished: true });
  return written;
}

test("a bar shows share, speed and time left on one line, and ends with a summary", () => {
  const frames = display(progressBar, [0, 250]).split("\r\x1b[K").slice(1);
  expect(frames).toEqual([
    "░░░░░░░░░░░░░░░░░░░░░░░░ indexing: 0 of 1,000 (0 %) documents",
    "██████░░░░░░░░░░░░░░░░░░ indexing: 250 of 1,000 (25 %) documents, 250/s, 3.0 s left",
    "indexing: 1,000 documents in 2.0 s\n",
  ]);
});

test("a log gets a line at the start, every five seconds, and at the end", () => {
  const lines = display(progressLog, [0, 10, 20, 30, 40, 50, 60]).trim().split("\n");
  expect(lines).toEqual([
    "indexing: 0 of 1,000 (0 %) documents",
    "indexing: 50 of 1,000 (5 %) documents, 10/s, 95 s left",
    "indexing: 1,000 documents in 7.0 s",
  ]);
});

test("an unknown total shows the count alone", () => {
  let written = "";
  const progress = progressBar(
    (text) => {
      written += text;
    },
    () => 0,
  );
  progress({ task: "reading", unit: "lines", done: 5, note: "2 bad" });
  expect(written).toBe("\r\x1b[Kreading: 5 lines, 2 bad");
});
