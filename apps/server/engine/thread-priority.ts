/**
 * The priority of threads that do tasks. The thread of the sockets parses, refuses and answers in
 * some ten microseconds each; beside busy threads of the same priority it would wait for its turn,
 * and with it every client.
 */

import { getPriority, setPriority } from "node:os";

/**
 * Steps of nice. Where all threads are busy, one that is five steps lower gets a third of the time
 * of another, so that a flood of refusals leaves tasks at least a quarter of a processor.
 */
export const TASK_STEPS = 5;
const LOWEST = 19;

/** Lowers the priority of this thread. On Linux alone: elsewhere the call would change the process. */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, Math.min(LOWEST, getPriority(0) + TASK_STEPS));
  } catch {
    // A sandbox may refuse it; tasks run as well without.
  }
}
