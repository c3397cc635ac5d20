/** Errors, seeded random, heaps, progress, worker pool. Knows nothing of retrieval. */

export * from "./byte-order.ts";
export * from "./concatenate.ts";
export * from "./errors.ts";
export * from "./nearest-name.ts";
export * from "./platform.ts";
export * from "./progress.ts";
export * from "./random.ts";
export * from "./shared-memory.ts";
export * from "./top-k.ts";
export { openWorkerPool, type WorkerPool } from "./worker-pool.ts";
