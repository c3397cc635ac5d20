/**
 * Work on indexes, off the HTTP thread. A task is a name and plain data; its result
 * is JSON text, ready to be sent. Reading tasks run on any
 * reader, writing tasks one after the other on the writer, and each job on a
 * thread of its own.
 */

import type { Block } from "../request-body.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";

/** How a task is run. */
export interface TaskOptions {
  /** Ms after which an unresponsive reader is replaced. */
  readonly patience?: number;
  /** Whether others take as long: not what opens an index for the first time. Default true. */
  readonly isUsual?: boolean;
  /** The client: the name of its key. Clients take turns. */
  readonly client?: string | undefined;
  /** Bytes that go with the task, one block after the other; they are handed over, not copied. */
  readonly blocks?: AsyncIterable<Block>;
}

/** A job that runs. */
export interface RunningJob {
  /** The JSON text of its result. */
  readonly result: Promise<string>;
  /** Ends the job. Resolves when it has stopped: until then it may write. */
  cancel(): Promise<void>;
}

/** Runs tasks. */
export interface Engine {
  /** `OVERLOADED` at once when too many wait, or after a while when none gets its turn. */
  read<N extends TaskName>(name: N, input: Tasks[N], options?: TaskOptions): Promise<string>;
  write<N extends TaskName>(name: N, input: Tasks[N], options?: TaskOptions): Promise<string>;
  job<N extends TaskName>(
    name: N,
    input: Tasks[N],
    progress: (report: JobReport) => void,
  ): RunningJob;
  /** Requests that wait for a reader. */
  readonly waiting: number;
  /** Whether a reading task that comes now is turned away. */
  readonly isFull: boolean;
  /** Whether that of a client is. */
  isFullFor(client: string): boolean;
  close(): Promise<void>;
}

/** A report of a running job. */
export interface JobReport {
  readonly task: string;
  readonly done: number;
  readonly total?: number;
  readonly unit: string;
  readonly note?: string;
}
