/**
 * Progress made visible: a bar that redraws itself on a terminal, a line every
 * few seconds in a log. The clock is passed in, so that tests need not wait.
 */

import type { Progress, ProgressReport } from "../../src/common/progress.ts";

const BAR_WIDTH = 24;
const REDRAW_MS = 80;
const LOG_MS = 5000;

/** Draws on one line of a terminal; wipes it when the task is finished. */
export function progressBar(write: (text: string) => void, now: () => number): Progress {
  const pace = paced(REDRAW_MS, now);
  return (report) => {
    const elapsed = pace(report);
    if (report.finished) write(`\r\x1b[K${finishedLine(report, elapsed ?? 0)}\n`);
    else if (elapsed !== undefined) write(`\r\x1b[K${barLine(report, elapsed)}`);
  };
}

/** Writes whole lines, for output that is kept. */
export function progressLog(write: (text: string) => void, now: () => number): Progress {
  const pace = paced(LOG_MS, now);
  return (report) => {
    const elapsed = pace(report);
    if (report.finished) write(`${finishedLine(report, elapsed ?? 0)}\n`);
    else if (elapsed !== undefined) write(`${statusLine(report, elapsed)}\n`);
  };
}

/** Milliseconds since the task began when it is time to show it again, undefined otherwise. */
function paced(every: number, now: () => number): (report: ProgressReport) => number | undefined {
  const begun = new Map<string, number>();
  let shown = -Infinity;
  return ({ task, finished }) => {
    const time = now();
    const start = begun.get(task) ?? time;
    begun.set(task, start);
    if (finished) {
      begun.delete(task);
      return time - start;
    }
    if (time - shown < every) return undefined;
    shown = time;
    return time - start;
  };
}

function barLine(report: ProgressReport, elapsed: number): string {
  const { done, total } = report;
  if (total === undefined || total === 0) return statusLine(report, elapsed);
  const filled = Math.round(BAR_WIDTH * Math.min(1, done / total));
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  return `${bar} ${statusLine(report, elapsed)}`;
}

function statusLine(report: ProgressReport, elapsed: number): string {
  const { task, done, total, unit, note } = report;
  const share = total ? ` of ${count(total)} (${Math.floor((100 * done) / total)} %)` : "";
  const rate = elapsed > 0 ? (1000 * done) / elapsed : 0;
  const left = total && rate > 0 && done < total ? `, ${duration((total - done) / rate)} left` : "";
  const speed = rate > 0 ? `, ${count(Math.round(rate))}/s` : "";
  return `${task}: ${count(done)}${share} ${unit}${speed}${left}${note ? `, ${note}` : ""}`;
}

function finishedLine({ task, done, unit, note }: ProgressReport, elapsed: number): string {
  return `${task}: ${count(done)} ${unit} in ${duration(elapsed / 1000)}${note ? `, ${note}` : ""}`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
