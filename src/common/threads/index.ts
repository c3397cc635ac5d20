/** Worker threads and the memory that they share. */

export { canShareMemory, shareableBytes } from "./shared-memory.ts";
export { openWorkerPool, type WorkerPool } from "./worker-pool.ts";
