/** `--threads`: more than there could be cores for are a mistake, and each takes memory. */

import { availableParallelism } from "node:os";
import type { Arguments } from "./arguments.ts";

const MAX_THREADS: number = Math.max(64, availableParallelism());

/** The threads that were asked for; undefined when none were. */
export function readThreads(args: Arguments): number | undefined {
  return args.count("threads", 1, MAX_THREADS);
}
