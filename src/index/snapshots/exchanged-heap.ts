/**
 * The segments of a directory in a memory that other threads have as well (memory-exchange.ts).
 *
 * The first thread that opens a segment reads its lists, dictionary, ids and lengths; the others
 * find them. Each thread checks the files and holds the segment until its own last snapshot is
 * closed, and the last to release it frees the memory.
 */

import { shareableBytes } from "../../common/bytes/index.ts";
import {
  type ExchangedItem,
  type ExchangedRanges,
  type HeapLease,
  type MemoryExchange,
  type Range,
  SharedHeap,
} from "../../common/threads/index.ts";
import type { Directory } from "../../storage/directory.ts";
import type { Section } from "../files/file-frame.ts";
import { allocateInLease, readFileInto, type SegmentPlacement } from "./segment-placement.ts";

/** The heap of this thread over the memory. */
export class ExchangedHeap {
  readonly #directory: Directory;
  readonly #exchange: MemoryExchange;
  #heap: SharedHeap | undefined;

  constructor(directory: Directory, exchange: MemoryExchange) {
    this.#directory = directory;
    this.#exchange = exchange;
  }

  /** Undefined before the first segment. */
  get heap(): SharedHeap | undefined {
    return this.#heap;
  }

  /** Where a segment is opened, by the key of its contents: filled if another thread has opened it. */
  async place(key: string): Promise<SegmentPlacement> {
    const [directory, exchange, own] = [this.#directory, this.#exchange, this.#heap];
    const { memory, ranges } = await exchange.acquire({
      ...{ group: directory.location, key },
      memory: own && { memory: own.memory, heapId: own.id },
    });
    this.#heap = SharedHeap.attach(memory.memory, memory.heapId);
    const item = { heapId: memory.heapId, key };
    const lease = this.#heap.lease();
    const release = (): void => releaseItem(lease, item, exchange);
    return ranges === undefined
      ? createEmptyPlacement(directory, lease, {
          publish: (filled) =>
            exchange.publish(item, { memory: lease.heap.memory, heapId: item.heapId }, filled),
          abandon: () => exchange.abandon(item),
          release,
        })
      : createFilledPlacement(directory, lease, ranges, release);
  }
}

/** Memory that this thread fills. */
function createEmptyPlacement(
  directory: Directory,
  lease: HeapLease,
  item: {
    readonly publish: (ranges: ExchangedRanges) => void;
    readonly abandon: () => void;
    readonly release: () => void;
  },
): SegmentPlacement {
  const ranges = new Map<string, Range>();
  let isPublished = false;
  const allocate = (name: string, bytes: number): Uint8Array | undefined => {
    const allocated = allocateInLease(lease, bytes);
    if (allocated !== undefined) ranges.set(name, { start: allocated.byteOffset, bytes });
    return allocated;
  };
  return {
    isForThreads: true,
    allocate: (bytes, section) =>
      (hasName(section) ? allocate(nameSection(section), bytes) : undefined) ??
      shareableBytes(bytes),
    read: ({ name, bytes }) => readFileInto(directory, name, bytes, () => allocate(name, bytes)),
    publish: () => {
      isPublished = true;
      item.publish(ranges);
    },
    release: () => {
      if (isPublished) return item.release();
      item.abandon();
      lease.release();
    },
  };
}

/** Memory that another thread has filled. What did not fit there is read by each thread. */
function createFilledPlacement(
  directory: Directory,
  lease: HeapLease,
  ranges: ExchangedRanges,
  release: () => void,
): SegmentPlacement {
  const filled = new Map<string, Uint8Array>();
  for (const [name, range] of ranges) filled.set(name, lease.adopt(range));
  return {
    isForThreads: true,
    find: (section) => (hasName(section) ? filled.get(nameSection(section)) : undefined),
    allocate: (bytes) => shareableBytes(bytes),
    read: async ({ name }) => filled.get(name) ?? directory.readShared(name),
    release,
  };
}

/** Nobody waits for the answer; the ranges are kept until it has come. */
function releaseItem(lease: HeapLease, item: ExchangedItem, exchange: MemoryExchange): void {
  void exchange.release(item).then((isLast) => {
    if (isLast) lease.release();
    else lease.leave();
  });
}

/** An empty section starts where the next one does, which would have its name. */
function hasName({ bytes }: Section): boolean {
  return bytes.length > 0;
}

function nameSection({ file, start }: Section): string {
  return `${file} ${start}`;
}
