/** `--threads`, bounded: each thread takes memory. */

import { availableParallelism } from "node:os";
import type { Arguments } from "./arguments.ts";

const MAX_THREADS: number = Math.max(64, availableParallelism());

/** The value of `--threads`; undefined if absent. */
export function readThreads(args: Arguments): number | undefined {
  return args.count("threads", 1, MAX_THREADS);
}
