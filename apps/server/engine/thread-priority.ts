/**
 * Threads that work give way to the thread of the sockets. It has little to do,
 * but everybody waits for it: where the cores are taken, a request that is
 * refused would wait behind the searches that are the reason to refuse it.
 */

import { getPriority, setPriority } from "node:os";

/** What a thread of tasks does. */
export type ThreadWork = "reads" | "writes" | "job";

/** Steps of niceness behind the thread of the sockets: a thread gets about a fifth less of a core for each. */
const STEPS: Readonly<Record<ThreadWork, number>> = { reads: 3, writes: 3, job: 8 };

/** The least that a thread can get. */
const LEAST = 19;

/** Gives the calling thread its priority. Other systems than Linux have priorities of whole processes alone. */
export function giveWay(work: ThreadWork): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LEAST, getPriority() + STEPS[work]));
  } catch {
    // A sandbox that forbids it: all are alike, as elsewhere.
  }
}
