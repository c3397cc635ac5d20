/** `--threads`: more than there could be cores for are a mistake, and each takes memory. */

import { availableParallelism } from "node:os";
import type { Arguments } from "./arguments.ts";

const MOST_THREADS: number = Math.max(64, availableParallelism());

/** The threads that were asked for; undefined when none were. */
export function threadsOf(args: Arguments): number | undefined {
  return args.count("threads", 1, MOST_THREADS);
}
