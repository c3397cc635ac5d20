/**
 * Progress of long-running work, reported as values and never printed.
 *
 * Library functions take an optional `Progress` and report to it; the app decides whether that
 * becomes a bar, log lines or nothing. Reports are cheap but not free: a loop reports every few
 * hundred items, and a renderer drops reports that come too soon after the last.
 */

/** One report about one task. */
export interface ProgressReport {
  /** The task as a short phrase: "indexing", "reading run.trec". */
  readonly task: string;
  readonly done: number;
  /** Absent while the total is unknown. */
  readonly total?: number;
  /** The unit of the counts, in the plural: "documents", "triples". */
  readonly unit: string;
  /** A short note beside the count, such as the current loss. */
  readonly note?: string;
  /** True on the last report of a task. */
  readonly finished?: boolean;
}

/** Receives the reports of a task. */
export type Progress = (report: ProgressReport) => void;

/** Ignores every report. */
export const silent: Progress = () => {};

/** Passes items through and reports after every `every` of them and at the end. */
export async function* trackProgress<T>(
  items: AsyncIterable<T> | Iterable<T>,
  progress: Progress,
  task: { task: string; unit: string; total?: number; every?: number },
): AsyncGenerator<T> {
  const { every = 256, ...labels } = task;
  let done = 0;
  for await (const item of items) {
    yield item;
    if (++done % every === 0) progress({ ...labels, done });
  }
  progress({ ...labels, done, finished: true });
}
