/** Worker threads and the memory that they share. */

export { HeapLease, type KernelMemory, SharedHeap } from "./shared-heap.ts";
export { serveTasks } from "./task-server.ts";
export type { ThreadModule } from "./thread.ts";
export { openWorkerPool, type WorkerPool } from "./worker-pool.ts";
