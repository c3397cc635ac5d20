/**
 * A memory that grows, is read by all threads and by WASM kernels, and is
 * handed out in ranges that can be given back.
 *
 * WASM can read one memory alone, so what its kernels search has to lie there.
 * A range keeps its address for as long as it is held. What was given back is
 * handed out again; a memory never shrinks, and goes away as a whole when
 * nothing refers to it.
 *
 * Each thread has a heap of its own over the same memory, and hands out only
 * what it has made the memory grow by, so no thread waits for another. Where
 * memory cannot be shared, growing detaches all views: `canShareMemory` tells.
 */

import { TermwiseError } from "../errors.ts";
import { canShareMemory } from "./shared-memory.ts";

/** A `WebAssembly.Memory`, said so that types need no library of the platform. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  /** Adds pages of 64 KiB and returns how many there were. */
  grow(pages: number): number;
}

const PAGE_BYTES = 65536;
const MAX_PAGES = 65536;
/** Kernels load 16 bytes at once, and the last load of an array may reach as far past it. */
const ALIGNMENT = 16;

/** A range that is free, or held. */
interface Range {
  start: number;
  bytes: number;
}

/** Gives back what its owner has not, when the owner is collected. */
const leaseFinalizer = new FinalizationRegistry<HeapLease>((lease) => lease.release());

const heapsByMemory = new WeakMap<KernelMemory, SharedHeap>();
/** Heaps over memories of other threads, by the ids that these have given. */
const foreignHeaps = new Map<string, WeakRef<SharedHeap>>();
let heapCount = 0;

/** Ranges of one memory, for one thread. */
export class SharedHeap {
  #memory: KernelMemory;
  /** Names the heap to other threads. */
  readonly id: string;
  /** Free ranges by address; neighbours are joined. */
  readonly #freeRanges: Range[] = [];
  /** Every buffer that views were made of: growing makes a new one of the same bytes. */
  readonly #buffers = new WeakSet<ArrayBufferLike>();
  #allocatedBytes = 0;

  /** Over a new memory; `over` gives the one for the memory of another thread. */
  constructor(memory: KernelMemory = createMemory(), id = `heap ${heapCount++}`) {
    this.#memory = memory;
    this.id = id;
    heapsByMemory.set(memory, this);
  }

  /**
   * The heap of this thread over a memory that it made, or that the thread which
   * started this one has sent, under the id of the heap that made it.
   */
  static attach(memory: KernelMemory, id: string): SharedHeap {
    const own = heapsByMemory.get(memory);
    if (own !== undefined) return own;
    const heap = foreignHeaps.get(id)?.deref();
    if (heap === undefined) {
      const first = new SharedHeap(memory, id);
      foreignHeaps.set(id, new WeakRef(first));
      return first;
    }
    // Each message brings an object of its own for the same memory, with all that it has grown by.
    heap.#memory = memory;
    return heap;
  }

  get memory(): KernelMemory {
    return this.#memory;
  }

  /** Bytes that are handed out. */
  get allocatedBytes(): number {
    return this.#allocatedBytes;
  }

  lease(): HeapLease {
    return new HeapLease(this);
  }

  /** The bytes of a range. Valid until it is given back. */
  view(address: number, bytes: number): Uint8Array {
    const { buffer } = this.memory;
    this.#buffers.add(buffer);
    return new Uint8Array(buffer, address, bytes);
  }

  /** Where an array lies in the memory; undefined if it is not a view that this heap made. */
  findAddress({ buffer, byteOffset }: ArrayBufferView): number | undefined {
    return this.#buffers.has(buffer) ? byteOffset : undefined;
  }

  /** The address of `bytes` bytes, a multiple of 16. They hold anything. `LIMIT_EXCEEDED` if the memory is full. */
  allocate(bytes: number): number {
    const needed = roundUp(bytes);
    let best: Range | undefined;
    for (const range of this.#freeRanges) {
      if (range.bytes >= needed && (best === undefined || range.bytes < best.bytes)) best = range;
    }
    const from = best ?? this.#grow(needed);
    const { start } = from;
    from.start += needed;
    from.bytes -= needed;
    if (from.bytes === 0) this.#freeRanges.splice(this.#freeRanges.indexOf(from), 1);
    this.#allocatedBytes += needed;
    return start;
  }

  /** Takes back a range that `take` gave for as many bytes. */
  free(address: number, bytes: number): void {
    this.#allocatedBytes -= roundUp(bytes);
    this.#insertFree({ start: address, bytes: roundUp(bytes) });
  }

  /** Grows by what is needed beyond a free range at the end; returns the range there. */
  #grow(needed: number): Range {
    const size = this.memory.buffer.byteLength;
    const last = this.#freeRanges.at(-1);
    const atEnd = last !== undefined && last.start + last.bytes === size ? last.bytes : 0;
    const pages = Math.ceil((needed - atEnd) / PAGE_BYTES);
    let start: number;
    try {
      start = this.memory.grow(pages) * PAGE_BYTES;
    } catch (cause) {
      throw outOfMemory(needed, cause);
    }
    const range = this.#insertFree({ start, bytes: pages * PAGE_BYTES });
    // Another thread may have grown the memory in between, so that the two are apart.
    return range.bytes >= needed ? range : this.#grow(needed);
  }

  /** Adds a free range, joined with its neighbours. */
  #insertFree(range: Range): Range {
    const free = this.#freeRanges;
    let at = free.findIndex(({ start }) => start > range.start);
    if (at < 0) at = free.length;
    const [before, after] = [free[at - 1], free[at]];
    let merged = range;
    if (before !== undefined && before.start + before.bytes === range.start) {
      before.bytes += range.bytes;
      merged = before;
    } else {
      free.splice(at++, 0, range);
    }
    if (after !== undefined && merged.start + merged.bytes === after.start) {
      merged.bytes += after.bytes;
      free.splice(at, 1);
    }
    return merged;
  }
}

/** Ranges of a heap that are given back together. */
export class HeapLease {
  readonly heap: SharedHeap;
  #ranges: Range[] = [];

  constructor(heap: SharedHeap) {
    this.heap = heap;
  }

  /** The address of `bytes` bytes, which hold anything. */
  allocate(allocateBytes: number): number {
    const start = this.heap.allocate(allocateBytes);
    this.#ranges.push({ start, bytes: allocateBytes });
    return start;
  }

  /** As many bytes, which hold anything. */
  allocateBytes(length: number): Uint8Array {
    return this.heap.view(this.allocate(length), length);
  }

  /** The address of an array: its own where it lies in the heap, else that of a copy. */
  importArray(array: ArrayBufferView): number {
    const address = this.heap.findAddress(array);
    if (address !== undefined) return address;
    const { buffer, byteOffset, byteLength } = array;
    const copy = this.allocate(byteLength);
    this.heap.view(copy, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return copy;
  }

  /** Ends the lease when `owner` is collected, if it has not ended by then. */
  releaseWith(owner: object): void {
    leaseFinalizer.register(owner, this, this);
  }

  /** Gives everything back. Nothing may read it any more. A second call does nothing. */
  release(): void {
    leaseFinalizer.unregister(this);
    for (const { start, bytes } of this.#ranges) this.heap.free(start, bytes);
    this.#ranges = [];
  }
}

/**
 * With room for a load that begins at the last byte. Large ranges have few sizes, so that one that was given back fits
 * the next of about its size; at most an eighth is never used.
 */
function roundUp(bytes: number): number {
  const step = bytes < PAGE_BYTES ? ALIGNMENT : 2 ** (Math.floor(Math.log2(bytes)) - 3);
  return Math.ceil((bytes + ALIGNMENT) / step) * step;
}

/** Its first page is never handed out, so that no address is 0. */
function createMemory(): KernelMemory {
  try {
    const shared = canShareMemory();
    return new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared });
  } catch (cause) {
    throw outOfMemory(PAGE_BYTES, cause);
  }
}

function outOfMemory(bytes: number, cause: unknown): TermwiseError {
  const message = `no memory for ${bytes} bytes that the search kernels need`;
  return new TermwiseError("LIMIT_EXCEEDED", message, { bytes }, { cause });
}
