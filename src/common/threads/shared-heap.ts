/**
 * An allocator in a growing memory that all threads and the WASM kernels read.
 *
 * A WASM instance can read only one memory, so everything that its kernels search has to be in it.
 * A range keeps its address until it is freed. Freed ranges are reused; a memory never shrinks, and
 * is released as a whole when nothing refers to it.
 *
 * Each thread has its own heap over the same memory and allocates only what it has grown the memory
 * by, so no thread waits for another. If memory cannot be shared, growing detaches all views: see
 * `canShareMemory`.
 */

import { canShareMemory } from "../bytes/index.ts";
import { TermwiseError } from "../errors.ts";

/** A `WebAssembly.Memory`, declared here so that types need no platform library. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  /** Adds pages of 64 KiB and returns the previous number. */
  grow(pages: number): number;
}

const PAGE_BYTES = 65536;
const MAX_PAGES = 65536;
/** Kernels load 16 bytes at once, and the last load of an array may reach that far beyond it. */
const ALIGNMENT = 16;

/** A free or allocated range. */
export interface Range {
  start: number;
  bytes: number;
}

/** Releases a lease when its owner is garbage-collected. */
const leaseFinalizer = new FinalizationRegistry<HeapLease>((lease) => lease.release());

const heapsByMemory = new WeakMap<KernelMemory, SharedHeap>();
/** Heaps over memories of other threads, by the heap ids of those threads. */
const foreignHeaps = new Map<string, WeakRef<SharedHeap>>();
let heapCount = 0;

/** Ranges of one memory, for one thread. */
export class SharedHeap {
  #memory: KernelMemory;
  /** Identifies the heap to other threads. */
  readonly id: string;
  /** Free ranges by address; adjacent ones are joined. */
  readonly #freeRanges: Range[] = [];
  /** Every buffer that views were created on: growing creates a new one with the same bytes. */
  readonly #buffers = new WeakSet<ArrayBufferLike>();
  #allocatedBytes = 0;
  /** A range that `freeWorkspace` keeps for the next workspace. */
  #workspace: Range | undefined;

  /** A heap over a new memory; `attach` returns one for the memory of another thread. */
  constructor(memory: KernelMemory = createMemory(), id = `heap ${heapCount++}`) {
    this.#memory = memory;
    this.id = id;
    heapsByMemory.set(memory, this);
  }

  /**
   * This thread's heap over a memory that it created or that its parent thread has sent, under the
   * id of the heap that created it.
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
    // Each message delivers its own object for the same memory, with the size at that time.
    if (memory.buffer.byteLength >= heap.#memory.buffer.byteLength) heap.#memory = memory;
    return heap;
  }

  get memory(): KernelMemory {
    return this.#memory;
  }

  /** Bytes that are allocated. */
  get allocatedBytes(): number {
    return this.#allocatedBytes;
  }

  lease(): HeapLease {
    return new HeapLease(this);
  }

  /** The bytes of a range. Valid until it is freed. */
  view(address: number, bytes: number): Uint8Array {
    const { buffer } = this.memory;
    this.#buffers.add(buffer);
    return new Uint8Array(buffer, address, bytes);
  }

  /** The address of an array in the memory; undefined if it is not a view of this heap. */
  findAddress({ buffer, byteOffset }: ArrayBufferView): number | undefined {
    return this.#buffers.has(buffer) ? byteOffset : undefined;
  }

  /**
   * Allocates `bytes` bytes with undefined contents; returns the address, a multiple of 16. Fails
   * with `LIMIT_EXCEEDED` if the memory is full.
   */
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

  /** Frees a range that `allocate` returned for as many bytes. */
  free(address: number, bytes: number): void {
    this.#allocatedBytes -= roundUp(bytes);
    this.#insertFree({ start: address, bytes: roundUp(bytes) });
  }

  /** Counts a range of another thread as allocated, so that it can be freed here. */
  adopt(bytes: number): void {
    this.#allocatedBytes += roundUp(bytes);
  }

  /** Counts a range no longer that another thread will free. */
  abandon(bytes: number): void {
    this.#allocatedBytes -= roundUp(bytes);
  }

  /**
   * Allocates memory for a search. The range of the one before is reused as a whole: as a free range
   * it would be divided by smaller allocations, and the memory would grow for every new one.
   */
  allocateWorkspace(bytes: number): Range {
    const kept = this.#workspace;
    this.#workspace = undefined;
    if (kept !== undefined && kept.bytes >= bytes) {
      this.#allocatedBytes += roundUp(kept.bytes);
      return kept;
    }
    if (kept !== undefined) this.#insertFree({ start: kept.start, bytes: roundUp(kept.bytes) });
    return { start: this.allocate(bytes), bytes: roundUp(bytes) - ALIGNMENT };
  }

  /** Keeps the range for the next workspace, or frees it if a larger one is kept. */
  freeWorkspace(range: Range): void {
    this.#allocatedBytes -= roundUp(range.bytes);
    const other = this.#workspace;
    const isLarger = other === undefined || range.bytes > other.bytes;
    const freed = isLarger ? other : range;
    if (isLarger) this.#workspace = range;
    if (freed !== undefined) this.#insertFree({ start: freed.start, bytes: roundUp(freed.bytes) });
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
    // Another thread may have grown the memory in between, so that the two are not adjacent.
    return range.bytes >= needed ? range : this.#grow(needed);
  }

  /** Adds a free range and joins it with its neighbours. */
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

/** Allocations of a heap that are freed together. */
export class HeapLease {
  readonly heap: SharedHeap;
  #ranges: Range[] = [];
  #workspaces: Range[] = [];

  constructor(heap: SharedHeap) {
    this.heap = heap;
  }

  /** Allocates `bytes` bytes with undefined contents; returns the address. */
  allocate(allocateBytes: number): number {
    const start = this.heap.allocate(allocateBytes);
    this.#ranges.push({ start, bytes: allocateBytes });
    return start;
  }

  /** The same for the memory of a search, which is kept for the next when the lease is released. */
  allocateWorkspace(bytes: number): number {
    const range = this.heap.allocateWorkspace(bytes);
    this.#workspaces.push(range);
    return range.start;
  }

  /** Allocates `length` bytes with undefined contents. */
  allocateBytes(length: number): Uint8Array {
    return this.heap.view(this.allocate(length), length);
  }

  /** The address of an array: its own if it is in the heap, else that of a copy. */
  importArray(array: ArrayBufferView): number {
    const address = this.heap.findAddress(array);
    if (address !== undefined) return address;
    const { buffer, byteOffset, byteLength } = array;
    const copy = this.allocate(byteLength);
    this.heap.view(copy, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return copy;
  }

  /** Releases the lease when `owner` is garbage-collected, if it has not been released by then. */
  releaseWith(owner: object): void {
    leaseFinalizer.register(owner, this, this);
  }

  /** Takes part in a range that the lease of another thread has allocated; the last of them frees it. */
  adopt({ start, bytes }: Readonly<Range>): Uint8Array {
    this.heap.adopt(bytes);
    this.#ranges.push({ start, bytes });
    return this.heap.view(start, bytes);
  }

  /** Frees everything. Nothing may read it afterwards. A second call does nothing. */
  release(): void {
    leaseFinalizer.unregister(this);
    for (const { start, bytes } of this.#ranges) this.heap.free(start, bytes);
    for (const workspace of this.#workspaces) this.heap.freeWorkspace(workspace);
    this.#ranges = [];
    this.#workspaces = [];
  }

  /** Leaves the ranges to the leases of other threads that have adopted them. */
  leave(): void {
    for (const { bytes } of this.#ranges) this.heap.abandon(bytes);
    this.#ranges = [];
    this.release();
  }
}

/**
 * Adds padding for a load that begins at the last byte. Large ranges have few sizes, so that a
 * freed one fits the next of similar size; at most an eighth is wasted.
 */
function roundUp(bytes: number): number {
  const step = bytes < PAGE_BYTES ? ALIGNMENT : 2 ** (Math.floor(Math.log2(bytes)) - 3);
  return Math.ceil((bytes + ALIGNMENT) / step) * step;
}

/** Its first page is never allocated, so that no address is 0. */
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
