/** Where the lists of a segment are put when it is opened, so that the search kernels read them in place. */

import { shareableBytes } from "../../common/bytes/index.ts";
import type { HeapLease } from "../../common/threads/index.ts";
import type { Directory } from "../../storage/directory.ts";
import type { HeapPlacement } from "../segments/segment-files.ts";

/**
 * A memory holds 4 GiB; a quarter is reserved for the threads. Lists that do not fit are searched
 * outside the heap.
 */
export const MAX_SHARED_HEAP_BYTES: number = 3 * 2 ** 30;

/** The memory that a segment is opened in. */
export interface SegmentPlacement extends HeapPlacement {
  /** Called when the segment is open: other threads may use what was read. */
  publish?(): void;
  release(): void | Promise<void>;
}

/** Memory of a lease while the heap has free space, else ordinary memory. */
export function createHeapPlacement(lease: HeapLease, directory: Directory): SegmentPlacement {
  return {
    allocate: (bytes) => allocateInLease(lease, bytes) ?? shareableBytes(bytes),
    read: ({ name, bytes }) =>
      readFileInto(directory, name, bytes, () => allocateInLease(lease, bytes)),
    release: () => lease.release(),
  };
}

/** Undefined where the heap is full. */
export function allocateInLease(lease: HeapLease, bytes: number): Uint8Array | undefined {
  const fits = lease.heap.allocatedBytes + bytes <= MAX_SHARED_HEAP_BYTES;
  return fits ? lease.allocateBytes(bytes) : undefined;
}

/** Reads a file of `length` bytes into the memory of `allocate`; into ordinary memory if that returns none. */
export async function readFileInto(
  directory: Directory,
  name: string,
  length: number,
  allocate: () => Uint8Array | undefined,
): Promise<Uint8Array> {
  const file = await directory.openFile(name);
  try {
    // A file of another length is damaged, which the check of the file reports.
    const bytes = file.size === length ? allocate() : undefined;
    if (bytes === undefined) return await file.readShared();
    await file.readInto(bytes, 0);
    return bytes;
  } finally {
    await file.close();
  }
}
