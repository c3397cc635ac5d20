/**
 * The segments of one directory that snapshots of this process have open.
 *
 * A segment is opened once for all snapshots that contain it. Data that is read late stays readable
 * until the last snapshot releases the segment, because its files are kept open: a writer, of this
 * process or another, may delete them at any time. A segment is identified by its contents, not by
 * its name, because a folder may be removed and another index built in it.
 *
 * The posting lists of a large index are read into one heap, where the search kernels read them:
 * one copy for all snapshots and threads. A new commit adds its new segments there and leaves the
 * others unchanged; releasing the last snapshot of a segment frees its memory. Threads that open the
 * same indexes by themselves may exchange segments, so that one reads what all have in one heap
 * (exchanged-heap.ts). Positions and stored
 * fields stay on storage; pages of them are read on demand and cached. Of a remote directory,
 * ranges of dictionaries and lists are fetched on demand, too, unless a caller needs them whole;
 * then they are not in the heap.
 */

import { canShareMemory } from "../../common/bytes/index.ts";
import { getMemoryExchange, type MemoryExchange, SharedHeap } from "../../common/threads/index.ts";
import type { Directory, OpenFile } from "../../storage/directory.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { FileKind, FileRecord, IndexId } from "../files/file-frame.ts";
import { PageCache } from "../files/page-cache.ts";
import type { SyncReadableFile } from "../files/paged-file.ts";
import { openRanged, openRangedBuffer } from "../files/ranged-file.ts";
import { Segment } from "../segments/segment.ts";
import type { FileSource } from "../segments/segment-files.ts";
import type { ExchangedHeap } from "./exchanged-heap.ts";
import { createHeapPlacement, type SegmentPlacement } from "./segment-placement.ts";

/** Files of at least this size are read in pages. */
const MIN_PAGED_BYTES = 1 << 20;
/** Remote files of at least this size are fetched in parts; smaller ones with one request. */
const MIN_RANGED_BYTES = 1 << 16;
/** A hit reads one block of some hundred bytes, so larger pages would mostly be read in vain. */
const STORED_PAGE_BYTES = 1 << 12;
/** Size of the page cache for all paged files of a directory. */
const PAGE_CACHE_BYTES = 1 << 23;
/**
 * Stored fields of at least this size have a smaller cache: of 122 MB, 8 MiB hold a fifth of the pages
 * that searches need, and 2 MiB a tenth, which is one read of 4 KiB more per search.
 */
const MIN_LARGE_STORED_BYTES = 1 << 26;
const LARGE_STORED_CACHE_BYTES = 1 << 21;

const byDirectory = new WeakMap<Directory, OpenSegments>();

/** How a segment is opened. */
export interface AcquireOptions {
  /** Whether a newly opened segment has its lists in the heap. */
  readonly isPlaced: boolean;
  /** Whether its dictionary and lists are read at once, even if remote. */
  readonly isWhole: boolean;
}

/** The open segments of a directory. */
export function getOpenSegments(directory: Directory): OpenSegments {
  const segments = byDirectory.get(directory) ?? new OpenSegments(directory);
  byDirectory.set(directory, segments);
  return segments;
}

/** Pages of the files of a directory. */
interface PageCaches {
  readonly common: PageCache;
  readonly largeStored: PageCache;
}

interface RefCountedSegment {
  readonly opening: Promise<OpenedSegment>;
  refCount: number;
}

interface OpenedSegment {
  readonly segment: Segment;
  readonly close: () => Promise<void>;
}

export class OpenSegments {
  readonly #directory: Directory;
  readonly #segments = new Map<string, RefCountedSegment>();
  readonly #caches: PageCaches = {
    common: new PageCache(PAGE_CACHE_BYTES),
    largeStored: new PageCache(LARGE_STORED_CACHE_BYTES),
  };
  #heap: SharedHeap | undefined;
  /** Present if other threads may have opened the segments. */
  #exchanged: Promise<ExchangedHeap> | undefined;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** The heap of the search kernels; undefined if memory cannot be shared. */
  get heap(): SharedHeap | undefined {
    if (canShareMemory()) this.#heap ??= new SharedHeap();
    return this.#heap;
  }

  /** Where a segment is opened, if it is placed; the caller releases it. */
  async #place(key: string): Promise<SegmentPlacement | undefined> {
    const exchange = getMemoryExchange();
    if (exchange !== undefined && this.#heap === undefined)
      this.#exchanged ??= openExchangedHeap(this.#directory, exchange);
    if (this.#exchanged !== undefined) {
      const exchanged = await this.#exchanged;
      const placement = await exchanged.place(key);
      this.#heap = exchanged.heap;
      return placement;
    }
    const lease = this.heap?.lease();
    return lease && createHeapPlacement(lease, this.#directory);
  }

  /**
   * Opens a segment or shares an open one. Each successful call needs its own `release`, with the
   * same `isWhole`.
   */
  async acquire(
    record: SegmentRecord,
    indexId: IndexId,
    { isPlaced, isWhole }: AcquireOptions,
  ): Promise<Segment> {
    const isRemote = !isWhole && needsRemoteLists(this.#directory, record);
    const key = toSegmentKey(record, indexId, isRemote);
    let entry = this.#segments.get(key);
    if (entry === undefined) {
      const placing = isPlaced && !isRemote ? this.#place(key) : Promise.resolve(undefined);
      const caches = this.#caches;
      const opening = placing.then((placement) =>
        openSegment(this.#directory, record, indexId, {
          placement,
          caches,
          hasRemoteLists: isRemote,
        }),
      );
      entry = { opening, refCount: 0 };
      this.#segments.set(key, entry);
    }
    entry.refCount++;
    try {
      return (await entry.opening).segment;
    } catch (error) {
      // The callers get the error; the next call tries again.
      if (this.#segments.get(key) === entry) this.#drop(key);
      throw error;
    }
  }

  /** Releases a segment; the last release closes its files. */
  async release(
    record: SegmentRecord,
    indexId: IndexId,
    { isWhole }: Pick<AcquireOptions, "isWhole">,
  ): Promise<void> {
    const isRemote = !isWhole && needsRemoteLists(this.#directory, record);
    const key = toSegmentKey(record, indexId, isRemote);
    const entry = this.#segments.get(key);
    if (entry === undefined || --entry.refCount > 0) return;
    this.#drop(key);
    await (await entry.opening).close();
  }

  /** The memory of the heap is freed with the last segment. */
  #drop(key: string): void {
    this.#segments.delete(key);
    if (this.#segments.size > 0) return;
    this.#heap = undefined;
    this.#exchanged = undefined;
  }
}

/**
 * Equal for two segments exactly if all their files are the same and they are read in the same way.
 */
function toSegmentKey({ name, files }: SegmentRecord, indexId: IndexId, isRemote: boolean): string {
  return JSON.stringify([indexId, name, files, isRemote]);
}

/** Opens a segment and keeps the files open that it reads late. */
async function openSegment(
  directory: Directory,
  record: SegmentRecord,
  indexId: IndexId,
  {
    placement,
    caches,
    hasRemoteLists,
  }: {
    readonly placement: SegmentPlacement | undefined;
    readonly caches: PageCaches;
    readonly hasRemoteLists: boolean;
  },
): Promise<OpenedSegment> {
  const open = new Map<string, OpenFile>();
  const close = async (): Promise<void> => {
    await placement?.release();
    await Promise.all([...open.values()].map((file) => file.close()));
  };
  const source: FileSource = {
    readShared: (name) => open.get(name)?.readShared() ?? directory.readShared(name),
    heapPlacement: placement,
    openRemote: (file, kind, indexId) => {
      const opened = open.get(file.name);
      const isListFile = kind === "terms" || kind === "postings";
      if (opened === undefined || !isListFile) return undefined;
      return openRangedBuffer(file.name, opened, kind, { ...file, indexId });
    },
    openSliced: (file, kind, indexId) => {
      const opened = open.get(file.name);
      if (opened !== undefined && isRanged(directory, file, kind)) {
        return openRanged(file.name, opened, kind, { ...file, indexId });
      }
      if (opened?.readSync === undefined || !isPaged(file)) return undefined;
      const isLargeStored = kind === "stored" && file.bytes >= MIN_LARGE_STORED_BYTES;
      const stored = { pageBytes: STORED_PAGE_BYTES, reusesPages: true };
      const pages = {
        cache: isLargeStored ? caches.largeStored : caches.common,
        ...(kind === "stored" ? stored : {}),
      };
      return import("../files/paged-file.ts").then(({ openPaged }) =>
        openPaged(file.name, opened as SyncReadableFile, kind, { ...file, indexId }, pages),
      );
    },
  };
  try {
    const { terms, postings, forward, forms, stored, columns, vectors, graph, positions } =
      record.files;
    // Positions are opened now; they are read late only if they are read in parts.
    const isLazy = (file: FileRecord): boolean =>
      isPaged(file) || isRanged(directory, file, "position");
    const lazyPositions = positions !== undefined && isLazy(positions) ? positions : undefined;
    const lists = [terms, postings].filter(
      (file) => hasRemoteLists && isRemoteAndLarge(directory, file),
    );
    for (const file of [...lists, forward, forms, stored, columns, vectors, graph, lazyPositions]) {
      if (file !== undefined) open.set(file.name, await directory.openFile(file.name, file));
    }
    const segment = await Segment.open(source, record, indexId);
    placement?.publish?.();
    return { segment, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isPaged({ bytes }: FileRecord): boolean {
  return bytes >= MIN_PAGED_BYTES;
}

/**
 * Whether a file is fetched in ranges: a search reads little of it. Other files are needed whole,
 * or read at once by their users.
 */
function isRanged(directory: Directory, file: FileRecord, kind: FileKind): boolean {
  return isRemoteAndLarge(directory, file) && (kind === "stored" || kind === "position");
}

function isRemoteAndLarge(
  { isRemote, rangeThreshold = MIN_RANGED_BYTES }: Directory,
  { bytes }: FileRecord,
): boolean {
  return isRemote === true && bytes >= rangeThreshold;
}

/**
 * Whether the dictionary or the lists of a segment may be fetched in parts. An index with weights
 * needs them whole, because weights are read for all terms.
 */
function needsRemoteLists(directory: Directory, { files }: SegmentRecord): boolean {
  const isLarge = [files.terms, files.postings].some((file) => isRemoteAndLarge(directory, file));
  return isLarge && files.weights === undefined;
}

async function openExchangedHeap(
  directory: Directory,
  exchange: MemoryExchange,
): Promise<ExchangedHeap> {
  const { ExchangedHeap } = await (globalThis.TERMWISE_BROWSER
    ? (await import("../../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "threads")
    : import("./exchanged-heap.ts"));
  return new ExchangedHeap(directory, exchange);
}
