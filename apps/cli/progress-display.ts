/**
 * Progress made visible: a bar that redraws itself on a terminal, a line every
 * few seconds in a log. The clock is passed in, so that tests need not wait.
 */

import type { Progress, ProgressReport } from "../../src/common/progress.ts";

const BAR_WIDTH = 24;
const REDRAW_MS = 80;
const LOG_MS = 5000;

/** Draws on one line of a terminal; wipes it when the task is finished. */
export function createProgressBar(write: (text: string) => void, now: () => number): Progress {
  const pace = createPacer(REDRAW_MS, now);
  return (report) => {
    const elapsed = pace(report);
    if (report.finished) write(`\r\x1b[K${formatFinished(report, elapsed ?? 0)}\n`);
    else if (elapsed !== undefined) write(`\r\x1b[K${formatBar(report, elapsed)}`);
  };
}

/** Writes whole lines, for logs. */
export function createProgressLog(write: (text: string) => void, now: () => number): Progress {
  const pace = createPacer(LOG_MS, now);
  return (report) => {
    const elapsed = pace(report);
    if (report.finished) write(`${formatFinished(report, elapsed ?? 0)}\n`);
    else if (elapsed !== undefined) write(`${formatStatus(report, elapsed)}\n`);
  };
}

/** Milliseconds since the task began when it is time to show it again, undefined otherwise. */
function createPacer(
  every: number,
  now: () => number,
): (report: ProgressReport) => number | undefined {
  const startTimes = new Map<string, number>();
  let lastShown = -Infinity;
  return ({ task, finished }) => {
    const time = now();
    const start = startTimes.get(task) ?? time;
    startTimes.set(task, start);
    if (finished) {
      startTimes.delete(task);
      return time - start;
    }
    if (time - lastShown < every) return undefined;
    lastShown = time;
    return time - start;
  };
}

function formatBar(report: ProgressReport, elapsed: number): string {
  const { done, total } = report;
  if (total === undefined || total === 0) return formatStatus(report, elapsed);
  const filled = Math.round(BAR_WIDTH * Math.min(1, done / total));
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  return `${bar} ${formatStatus(report, elapsed)}`;
}

function formatStatus(report: ProgressReport, elapsed: number): string {
  const { task, done, total, unit, note } = report;
  const share = total ? ` of ${formatCount(total)} (${Math.floor((100 * done) / total)} %)` : "";
  const rate = elapsed > 0 ? (1000 * done) / elapsed : 0;
  const remaining =
    total && rate > 0 && done < total ? `, ${formatDuration((total - done) / rate)} left` : "";
  const speed = rate > 0 ? `, ${formatCount(Math.round(rate))}/s` : "";
  return `${task}: ${formatCount(done)}${share} ${unit}${speed}${remaining}${note ? `, ${note}` : ""}`;
}

function formatFinished({ task, done, unit, note }: ProgressReport, elapsed: number): string {
  return `${task}: ${formatCount(done)} ${unit} in ${formatDuration(elapsed / 1000)}${note ? `, ${note}` : ""}`;
}

function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}

function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
