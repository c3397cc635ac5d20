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

const PAGE = 65536;
const MOST_PAGES = 65536;
/** Kernels load 16 bytes at once, and the last load of an array may reach as far past it. */
const ALIGNMENT = 16;

/** A range that is free, or held. */
interface Range {
  start: number;
  bytes: number;
}

/** Gives back what its owner has not, when the owner is collected. */
const forgotten = new FinalizationRegistry<HeapLease>((lease) => lease.end());

const byMemory = new WeakMap<KernelMemory, SharedHeap>();
/** Heaps over memories of other threads, by the ids that these have given. */
const received = new Map<string, WeakRef<SharedHeap>>();
let made = 0;

/** Ranges of one memory, for one thread. */
export class SharedHeap {
  #memory: KernelMemory;
  /** Names the heap to other threads. */
  readonly id: string;
  /** Free ranges by address; neighbours are joined. */
  readonly #free: Range[] = [];
  /** Every buffer that views were made of: growing makes a new one of the same bytes. */
  readonly #buffers = new WeakSet<ArrayBufferLike>();
  #heldBytes = 0;

  /** Over a new memory; `over` gives the one for the memory of another thread. */
  constructor(memory: KernelMemory = newMemory(), id = `heap ${made++}`) {
    this.#memory = memory;
    this.id = id;
    byMemory.set(memory, this);
  }

  /**
   * The heap of this thread over a memory that it made, or that the thread which
   * started this one has sent, under the id of the heap that made it.
   */
  static over(memory: KernelMemory, id: string): SharedHeap {
    const own = byMemory.get(memory);
    if (own !== undefined) return own;
    const heap = received.get(id)?.deref();
    if (heap === undefined) {
      const first = new SharedHeap(memory, id);
      received.set(id, new WeakRef(first));
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
  get heldBytes(): number {
    return this.#heldBytes;
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
  addressOf({ buffer, byteOffset }: ArrayBufferView): number | undefined {
    return this.#buffers.has(buffer) ? byteOffset : undefined;
  }

  /** The address of `bytes` bytes, a multiple of 16. They hold anything. `LIMIT_EXCEEDED` if the memory is full. */
  take(bytes: number): number {
    const needed = rounded(bytes);
    let best: Range | undefined;
    for (const range of this.#free) {
      if (range.bytes >= needed && (best === undefined || range.bytes < best.bytes)) best = range;
    }
    const from = best ?? this.#grow(needed);
    const { start } = from;
    from.start += needed;
    from.bytes -= needed;
    if (from.bytes === 0) this.#free.splice(this.#free.indexOf(from), 1);
    this.#heldBytes += needed;
    return start;
  }

  /** Takes back a range that `take` gave for as many bytes. */
  give(address: number, bytes: number): void {
    this.#heldBytes -= rounded(bytes);
    this.#add({ start: address, bytes: rounded(bytes) });
  }

  /** Grows by what is needed beyond a free range at the end; returns the range there. */
  #grow(needed: number): Range {
    const size = this.memory.buffer.byteLength;
    const last = this.#free.at(-1);
    const atEnd = last !== undefined && last.start + last.bytes === size ? last.bytes : 0;
    const pages = Math.ceil((needed - atEnd) / PAGE);
    let start: number;
    try {
      start = this.memory.grow(pages) * PAGE;
    } catch (cause) {
      throw noMemory(needed, cause);
    }
    const range = this.#add({ start, bytes: pages * PAGE });
    // Another thread may have grown the memory in between, so that the two are apart.
    return range.bytes >= needed ? range : this.#grow(needed);
  }

  /** Adds a free range, joined with its neighbours. */
  #add(range: Range): Range {
    const free = this.#free;
    let at = free.findIndex(({ start }) => start > range.start);
    if (at < 0) at = free.length;
    const [before, after] = [free[at - 1], free[at]];
    let joined = range;
    if (before !== undefined && before.start + before.bytes === range.start) {
      before.bytes += range.bytes;
      joined = before;
    } else {
      free.splice(at++, 0, range);
    }
    if (after !== undefined && joined.start + joined.bytes === after.start) {
      joined.bytes += after.bytes;
      free.splice(at, 1);
    }
    return joined;
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
  take(bytes: number): number {
    const start = this.heap.take(bytes);
    this.#ranges.push({ start, bytes });
    return start;
  }

  /** As many bytes, which hold anything. */
  bytes(length: number): Uint8Array {
    return this.heap.view(this.take(length), length);
  }

  /** The address of an array: its own where it lies in the heap, else that of a copy. */
  place(array: ArrayBufferView): number {
    const address = this.heap.addressOf(array);
    if (address !== undefined) return address;
    const { buffer, byteOffset, byteLength } = array;
    const copy = this.take(byteLength);
    this.heap.view(copy, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return copy;
  }

  /** Ends the lease when `owner` is collected, if it has not ended by then. */
  endWith(owner: object): void {
    forgotten.register(owner, this, this);
  }

  /** Gives everything back. Nothing may read it any more. A second call does nothing. */
  end(): void {
    forgotten.unregister(this);
    for (const { start, bytes } of this.#ranges) this.heap.give(start, bytes);
    this.#ranges = [];
  }
}

/**
 * With room for a load that begins at the last byte. Large ranges have few sizes, so that one that was given back fits
 * the next of about its size; at most an eighth is never used.
 */
function rounded(bytes: number): number {
  const step = bytes < PAGE ? ALIGNMENT : 2 ** (Math.floor(Math.log2(bytes)) - 3);
  return Math.ceil((bytes + ALIGNMENT) / step) * step;
}

/** Its first page is never handed out, so that no address is 0. */
function newMemory(): KernelMemory {
  try {
    const shared = canShareMemory();
    return new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared });
  } catch (cause) {
    throw noMemory(PAGE, cause);
  }
}

function noMemory(bytes: number, cause: unknown): TermwiseError {
  const message = `no memory for ${bytes} bytes that the search kernels need`;
  return new TermwiseError("LIMIT_EXCEEDED", message, { bytes }, { cause });
}
