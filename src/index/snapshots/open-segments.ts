/**
 * The segments of one directory that snapshots of this process have open.
 *
 * A segment is opened once for all snapshots that hold it. Whatever of it is
 * read late stays readable until the last of them lets go, because its files
 * are kept open: a writer, of this process or another, may remove their names
 * at any time. A segment is known by what it contains, not by its name, since a
 * folder may be removed and another index built in its place.
 *
 * The posting lists of a large index are read to one heap, where the search
 * kernels read them: one copy for all snapshots and threads. A new commit adds
 * its new segments there and leaves the others where they are; the last snapshot
 * of a segment gives its place back. Positions and stored fields stay on
 * storage; pages of them are read as they are used, and some are kept.
 */

import {
  canShareMemory,
  type HeapLease,
  SharedHeap,
  shareableBytes,
} from "../../common/threads/index.ts";
import type { Directory, OpenFile } from "../../storage/directory.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { FileKind, FileRecord, IndexId } from "../files/file-frame.ts";
import { PageCache } from "../files/page-cache.ts";
import { openPaged, type ReadableNow } from "../files/paged-file.ts";
import { openRanged } from "../files/ranged-file.ts";
import { Segment } from "../segments/segment.ts";
import type { FileSource, ListPlacement } from "../segments/segment-files.ts";

/** A memory holds 4 GiB; a quarter is left for the threads. What does not fit is searched where it is. */
export const MOST_PLACED_BYTES: number = 3 * 2 ** 30;

/** Files from this size on are read in pages. */
const PAGED_FROM_BYTES = 1 << 20;
/** Files on a server are fetched in parts from this size on; smaller ones with one request. */
const RANGED_FROM_BYTES = 1 << 16;
/** Pages kept of all files of a directory that are read in pages. */
const CACHED_BYTES = 1 << 23;

const byDirectory = new WeakMap<Directory, OpenSegments>();

/** The open segments of a directory. */
export function openSegments(directory: Directory): OpenSegments {
  const known = byDirectory.get(directory) ?? new OpenSegments(directory);
  byDirectory.set(directory, known);
  return known;
}

interface HeldSegment {
  readonly opening: Promise<OpenedSegment>;
  holders: number;
}

interface OpenedSegment {
  readonly segment: Segment;
  readonly close: () => Promise<void>;
}

export class OpenSegments {
  readonly #directory: Directory;
  readonly #held = new Map<string, HeldSegment>();
  readonly #cache = new PageCache(CACHED_BYTES);
  #heap: SharedHeap | undefined;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Where search kernels read lists; undefined where memory cannot be shared. */
  get heap(): SharedHeap | undefined {
    if (canShareMemory()) this.#heap ??= new SharedHeap();
    return this.#heap;
  }

  /**
   * Opens a segment or shares one that is open. Each call that succeeds needs its own `release`.
   * `isPlaced`: a segment that is opened now has its lists in the heap.
   */
  async hold(
    record: SegmentRecord,
    indexId: IndexId,
    { isPlaced }: { readonly isPlaced: boolean },
  ): Promise<Segment> {
    const key = identity(record, indexId);
    let held = this.#held.get(key);
    if (held === undefined) {
      const heap = isPlaced ? this.heap : undefined;
      const opening = openHeld(this.#directory, record, indexId, { heap, cache: this.#cache });
      held = { opening, holders: 0 };
      this.#held.set(key, held);
    }
    held.holders++;
    try {
      return (await held.opening).segment;
    } catch (error) {
      // A failure is for those who asked now; the next one tries again.
      if (this.#held.get(key) === held) this.#drop(key);
      throw error;
    }
  }

  /** Lets a segment go; the last one to do so closes its files. */
  async release(record: SegmentRecord, indexId: IndexId): Promise<void> {
    const key = identity(record, indexId);
    const held = this.#held.get(key);
    if (held === undefined || --held.holders > 0) return;
    this.#drop(key);
    await (await held.opening).close();
  }

  /** The memory of the heap goes with the last segment. */
  #drop(key: string): void {
    this.#held.delete(key);
    if (this.#held.size === 0) this.#heap = undefined;
  }
}

/** The same for two segments exactly if all their files are the same. */
function identity({ name, files }: SegmentRecord, indexId: IndexId): string {
  return JSON.stringify([indexId, name, files]);
}

/** Opens a segment with the files that it reads late kept open. */
async function openHeld(
  directory: Directory,
  record: SegmentRecord,
  indexId: IndexId,
  { heap, cache }: { readonly heap: SharedHeap | undefined; readonly cache: PageCache },
): Promise<OpenedSegment> {
  const open = new Map<string, OpenFile>();
  const lease = heap?.lease();
  const close = async (): Promise<void> => {
    lease?.end();
    await Promise.all([...open.values()].map((file) => file.close()));
  };
  const source: FileSource = {
    readShared: (name) => open.get(name)?.readShared() ?? directory.readShared(name),
    placement: lease && placementIn(lease, directory),
    sliced: (file, kind, indexId) => {
      const opened = open.get(file.name);
      if (opened !== undefined && isRanged(directory, file, kind)) {
        return openRanged(file.name, opened, kind, { ...file, indexId });
      }
      if (opened?.readNow === undefined || !isPaged(file)) return undefined;
      // Stored fields are restored block by block, and their reader keeps what it restored.
      const pages = kind === "stored" ? undefined : cache;
      return openPaged(file.name, opened as ReadableNow, kind, { ...file, indexId }, pages);
    },
  };
  try {
    const { forward, forms, stored, columns, vectors, positions } = record.files;
    // Positions are opened now; only where they are read in parts is anything of them read late.
    const isLate = (file: FileRecord): boolean =>
      isPaged(file) || isRanged(directory, file, "position");
    const places = positions !== undefined && isLate(positions) ? positions : undefined;
    for (const file of [forward, forms, stored, columns, vectors, places]) {
      if (file !== undefined) open.set(file.name, await directory.openFile(file.name, file));
    }
    return { segment: await Segment.open(source, record, indexId), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isPaged({ bytes }: FileRecord): boolean {
  return bytes >= PAGED_FROM_BYTES;
}

/** What a search reads little of is fetched as it is used; the rest is needed whole, or read at once by who needs it. */
function isRanged({ isFar }: Directory, { bytes }: FileRecord, kind: FileKind): boolean {
  const isLargeEnough = isFar === true && bytes >= RANGED_FROM_BYTES;
  return isLargeEnough && (kind === "stored" || kind === "position");
}

/** Memory of a lease as long as the heap has room, else any other. */
function placementIn(lease: HeapLease, directory: Directory): ListPlacement {
  const hasRoom = (bytes: number): boolean => lease.heap.heldBytes + bytes <= MOST_PLACED_BYTES;
  return {
    allocate: (bytes) => (hasRoom(bytes) ? lease.bytes(bytes) : shareableBytes(bytes)),
    read: (file) => readTo(lease, directory, file, hasRoom(file.bytes)),
  };
}

async function readTo(
  lease: HeapLease,
  directory: Directory,
  { name, bytes: length }: FileRecord,
  hasRoom: boolean,
): Promise<Uint8Array> {
  const file = await directory.openFile(name);
  try {
    // A file of another length is damaged; whoever checks it says so.
    if (!hasRoom || file.size !== length) return await file.readShared();
    const bytes = lease.bytes(length);
    await file.readInto(bytes, 0);
    return bytes;
  } finally {
    await file.close();
  }
}
