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
 * storage; pages of them are read as they are used, and some are kept. Of a
 * directory that is far away, dictionaries and lists are fetched in parts, too,
 * unless someone needs them whole; then they are not in the heap.
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
import type { ReadableNow } from "../files/paged-file.ts";
import { openInPlace, openRanged } from "../files/ranged-file.ts";
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

/** How a segment is held. */
export interface HoldOptions {
  /** Whether a segment that is opened now has its lists in the heap. */
  readonly isPlaced: boolean;
  /** Whether its dictionary and lists are read at once, wherever they are. */
  readonly isWhole: boolean;
}

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
   * Opens a segment or shares one that is open. Each call that succeeds needs its own `release`,
   * with the same `isWhole`.
   */
  async hold(
    record: SegmentRecord,
    indexId: IndexId,
    { isPlaced, isWhole }: HoldOptions,
  ): Promise<Segment> {
    const isFetched = !isWhole && hasFetchedLists(this.#directory, record);
    const key = identity(record, indexId, isFetched);
    let held = this.#held.get(key);
    if (held === undefined) {
      const heap = isPlaced && !isFetched ? this.heap : undefined;
      const cache = this.#cache;
      const opening = openHeld(this.#directory, record, indexId, { heap, cache, isFetched });
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
  async release(
    record: SegmentRecord,
    indexId: IndexId,
    { isWhole }: Pick<HoldOptions, "isWhole">,
  ): Promise<void> {
    const isFetched = !isWhole && hasFetchedLists(this.#directory, record);
    const key = identity(record, indexId, isFetched);
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

/** The same for two segments exactly if all their files are the same and they are read in the same way. */
function identity({ name, files }: SegmentRecord, indexId: IndexId, isFetched: boolean): string {
  return JSON.stringify([indexId, name, files, isFetched]);
}

/** Opens a segment with the files that it reads late kept open. */
async function openHeld(
  directory: Directory,
  record: SegmentRecord,
  indexId: IndexId,
  {
    heap,
    cache,
    isFetched,
  }: {
    readonly heap: SharedHeap | undefined;
    readonly cache: PageCache;
    readonly isFetched: boolean;
  },
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
    fetched: (file, kind, indexId) => {
      const opened = open.get(file.name);
      const isOfLists = kind === "terms" || kind === "postings";
      if (opened === undefined || !isOfLists) return undefined;
      return openInPlace(file.name, opened, kind, { ...file, indexId });
    },
    sliced: (file, kind, indexId) => {
      const opened = open.get(file.name);
      if (opened !== undefined && isRanged(directory, file, kind)) {
        return openRanged(file.name, opened, kind, { ...file, indexId });
      }
      if (opened?.readNow === undefined || !isPaged(file)) return undefined;
      // Stored fields are restored block by block, and their reader keeps what it restored.
      const pages = kind === "stored" ? undefined : cache;
      return import("../files/paged-file.ts").then(({ openPaged }) =>
        openPaged(file.name, opened as ReadableNow, kind, { ...file, indexId }, pages),
      );
    },
  };
  try {
    const { terms, postings, forward, forms, stored, columns, vectors, graph, positions } =
      record.files;
    // Positions are opened now; only where they are read in parts is anything of them read late.
    const isLate = (file: FileRecord): boolean =>
      isPaged(file) || isRanged(directory, file, "position");
    const places = positions !== undefined && isLate(positions) ? positions : undefined;
    const lists = [terms, postings].filter((file) => isFetched && isFarAndLarge(directory, file));
    for (const file of [...lists, forward, forms, stored, columns, vectors, graph, places]) {
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
function isRanged(directory: Directory, file: FileRecord, kind: FileKind): boolean {
  return isFarAndLarge(directory, file) && (kind === "stored" || kind === "position");
}

function isFarAndLarge(
  { isFar, rangedFrom = RANGED_FROM_BYTES }: Directory,
  { bytes }: FileRecord,
): boolean {
  return isFar === true && bytes >= rangedFrom;
}

/** Whether the dictionary or the lists of a segment may be fetched in parts. Weights are learned for all terms and read with them. */
function hasFetchedLists(directory: Directory, { files }: SegmentRecord): boolean {
  const isLarge = [files.terms, files.postings].some((file) => isFarAndLarge(directory, file));
  return isLarge && files.weights === undefined;
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
