/** Errors, seeded random numbers, heaps, progress, worker pool. Independent of retrieval. */

export * from "./bytes/byte-order.ts";
export * from "./bytes/concatenate.ts";
export * from "./bytes/shared-bytes.ts";
export * from "./errors.ts";
export * from "./find-nearest-name.ts";
export * from "./platform.ts";
export * from "./progress.ts";
export * from "./random.ts";
export { serveTasks, type Tasks } from "./threads/task-server.ts";
export type { ThreadModule } from "./threads/thread.ts";
export { openWorkerPool, type WorkerPool } from "./threads/worker-pool.ts";
export * from "./top-k.ts";
