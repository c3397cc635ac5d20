/**
 * One copy of what several threads read: the first that needs an item loads it into a memory that
 * all of them have, and the others take part in its ranges. Who has which item is known in one
 * place, the exchange, so that no thread waits for one that has ended.
 */

import { type KernelMemory, type Range, SharedHeap } from "./shared-heap.ts";

/** A memory that threads have, and the id of its heaps. */
export interface ExchangedMemory {
  readonly memory: KernelMemory;
  readonly heapId: string;
}

/** Where the parts of an item are in a memory, by name. */
export type ExchangedRanges = ReadonlyMap<string, Readonly<Range>>;

/** An item in a memory. */
export interface ExchangedItem {
  readonly heapId: string;
  readonly key: string;
}

/** A request for an item. Items of one group are in one memory. */
export interface ItemRequest {
  readonly group: string;
  readonly key: string;
  /** The memory in which the thread has items of the group; undefined before the first. */
  readonly memory: ExchangedMemory | undefined;
}

/** Knows which thread has which item. */
export interface MemoryExchange {
  /**
   * Waits for an item that another thread loads. Without ranges the caller is to load it, and then
   * publishes or abandons it.
   */
  acquire(
    request: ItemRequest,
  ): Promise<{ readonly memory: ExchangedMemory; readonly ranges?: ExchangedRanges | undefined }>;
  publish(item: ExchangedItem, memory: ExchangedMemory, ranges: ExchangedRanges): void;
  /** The caller could not load it. */
  abandon(item: ExchangedItem): void;
  /** Whether no other thread has the item, so that the caller frees its memory. */
  release(item: ExchangedItem): Promise<boolean>;
}

let threadExchange: MemoryExchange | undefined;

/** From now on this thread exchanges what it can share; without an exchange, it no longer does. */
export function setMemoryExchange(exchange: MemoryExchange | undefined): void {
  threadExchange = exchange;
}

/** The exchange of this thread; undefined if it loads everything for itself. */
export function getMemoryExchange(): MemoryExchange | undefined {
  return threadExchange;
}

/** A new memory that threads can be given. The id must be like none of their own. */
export function createExchangedMemory(heapId: string): ExchangedMemory {
  return { memory: new SharedHeap(undefined, heapId).memory, heapId };
}
