/** Worker threads and the memory that they share. */

export {
  createExchangedMemory,
  type ExchangedItem,
  type ExchangedMemory,
  type ExchangedRanges,
  getMemoryExchange,
  type ItemRequest,
  type MemoryExchange,
  setMemoryExchange,
} from "./memory-exchange.ts";
export { HeapLease, type KernelMemory, type Range, SharedHeap } from "./shared-heap.ts";
export { serveTasks } from "./task-server.ts";
export type { ThreadModule } from "./thread.ts";
export { openWorkerPool, type WorkerPool } from "./worker-pool.ts";
