/**
 * The posting lists of an index in the memory of the retrieval kernels: one copy
 * that every search thread reads.
 *
 * The lists of a large index are already there (open-segments.ts) and stay in place
 * from one commit to the next; small ones are copied. Data that depends on all
 * documents of a commit is created for each snapshot and freed when it is closed. A
 * thread adds its own memory for a search. The dictionary and the ids stay in their
 * files and are read in TypeScript.
 */

import { GrowingWords } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import { type HeapLease, type KernelMemory, SharedHeap } from "../../common/threads/index.ts";
import { BLOCK_SIZE } from "../../index/encoding/index.ts";
import { BlockImpacts, type PostingArrays } from "../../index/files/index.ts";
import type { Segment } from "../../index/segments/index.ts";
import {
  type IndexSnapshot,
  type IndexView,
  MAX_SHARED_HEAP_BYTES,
  type SnapshotPart,
} from "../../index/snapshots/index.ts";
import { ROUNDED_OPTION } from "../scorers/rounded-lengths.ts";
import {
  createIntegerLengthClasses,
  createRealLengthClasses,
  createRoundedLengthClasses,
  findLengthClass,
  type LengthClasses,
  tabulateLengthClasses,
} from "./length-classes.ts";
import { type SearchableView, toSearchableView } from "./searchable-view.ts";

/** Addresses of the data of a segment that the kernels read. */
export interface SharedSegment {
  readonly firstDocument: number;
  readonly documentLimit: number;
  readonly packed: number;
  readonly tails: number;
  readonly lastDocuments: number;
  readonly blockStarts: number;
  readonly shapes: number;
  readonly impactStarts: number;
  readonly impacts: number;
  /** Length class of each document, one byte each. */
  readonly classes: number;
  /** Bitset of deleted documents; 0 where there is none. */
  readonly deleted: number;
}

/** Can be sent to another thread, which then reads the same memory. */
export interface SharedIndex {
  readonly memory: KernelMemory;
  /** Names the heap that the memory belongs to. */
  readonly heapId: string;
  readonly segments: readonly SharedSegment[];
  readonly documentLimit: number;
  readonly lengthClasses: LengthClasses;
  /** Class of each length that impacts hold, up to 65535, one byte each. */
  readonly classByLength: number;
  /** Rank of each document's id among those of its segment, one word each. */
  readonly idRanks: number;
  /** Length of each document, one word each; 0 if the only segment holds them. */
  readonly lengths: number;
}

/**
 * Shared indexes of views whose memory is shared. Otherwise each search has its own
 * memory, because growing a memory detaches its buffers.
 */
const sharedIndexCache = new WeakMap<IndexView, SharedIndex>();

/** True if all posting lists of an index are loaded and small enough to be shared. */
export function canShareIndex({ snapshot }: SearchableView): boolean {
  const { heap, hasAllLists } = snapshot;
  if (!hasAllLists) return false;
  let bytes = heap?.allocatedBytes ?? 0;
  for (const { segment } of snapshot.parts) {
    for (const array of Object.values(segment.postings.arrays) as ArrayBufferView[]) {
      if (heap?.findAddress(array) === undefined) bytes += array.byteLength;
    }
  }
  return bytes <= MAX_SHARED_HEAP_BYTES;
}

/** The posting lists of an index in the kernels' memory. `LIMIT_EXCEEDED` if they do not fit. */
export function shareIndex(view: IndexView): SharedIndex {
  const searchable = toSearchableView(view);
  if (searchable === undefined) throw badArgument("only an index on storage can be shared");
  const { snapshot } = searchable;
  const shared = sharedIndexCache.get(view);
  if (shared !== undefined) return shared;
  const lease = (snapshot.heap ?? new SharedHeap()).lease();
  try {
    const index = loadIndex(searchable, lease);
    snapshot.onClose(() => lease.release());
    lease.releaseWith(index);
    if (snapshot.heap !== undefined) sharedIndexCache.set(view, index);
    return index;
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** The heap of this thread over the memory of an index. */
export function openHeap({ memory, heapId }: SharedIndex): SharedHeap {
  return SharedHeap.attach(memory, heapId);
}

function loadIndex({ snapshot, weighted }: SearchableView, lease: HeapLease): SharedIndex {
  const { parts, documentLimit } = snapshot;
  const lengthClasses =
    weighted === undefined
      ? createLengthClasses(snapshot)
      : createRealLengthClasses(weighted.lengths);
  const classTable = tabulateLengthClasses(lengthClasses);
  const segments = parts.map((part) => {
    const { base, segment } = part;
    const { lengths, count } = segment.documents;
    const own = weighted?.lengths.subarray(base, base + count) ?? lengths;
    return loadSegment(part, computeClasses(own, lengthClasses, classTable, lease), lease, {
      isWeighted: weighted !== undefined,
    });
  });
  const loadConcatenated = (array: (part: SnapshotPart) => Uint32Array): number =>
    concatParts(snapshot, array, lease);
  return {
    memory: lease.heap.memory,
    heapId: lease.heap.id,
    // Impacts of weighted lengths hold the class itself.
    classByLength: lease.importArray(weighted === undefined ? classTable : createIdentityTable()),
    idRanks: loadConcatenated(({ segment }) => segment.documents.idRanks),
    lengths: parts.length === 1 ? 0 : loadConcatenated(({ segment }) => segment.documents.lengths),
    segments,
    documentLimit,
    lengthClasses,
  };
}

/** The classes that the scores of the index's own ranker are read from. */
function createLengthClasses(snapshot: IndexSnapshot): LengthClasses {
  const longest = findLongestLength(snapshot);
  const isRounded = snapshot.settings.ranker?.includes(ROUNDED_OPTION) === true;
  return isRounded ? createRoundedLengthClasses(longest) : createIntegerLengthClasses(longest);
}

/**
 * The largest length, at least 1. A loop, because methods with a callback would box
 * a million numbers.
 */
function findLongestLength({ parts }: IndexSnapshot): number {
  let longest = 1;
  for (const { segment } of parts) {
    const { lengths } = segment.documents;
    for (let i = 0; i < lengths.length; i++) longest = Math.max(longest, lengths[i] as number);
  }
  return longest;
}

/**
 * The classes of some lengths, in memory of the lease. If memory is not shared,
 * valid until the next allocation.
 */
function computeClasses(
  lengths: Uint32Array | Float64Array,
  lengthClasses: LengthClasses,
  classTable: Uint8Array,
  lease: HeapLease,
): Uint8Array {
  const classes = lease.allocateBytes(lengths.length);
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    // Most lengths are in the table; weighted ones may be fractional.
    classes[i] = classTable[length] ?? findLengthClass(lengthClasses, length);
  }
  return classes;
}

function createIdentityTable(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => i);
}

/** Words of all documents of an index: in place for one segment, concatenated for several. */
function concatParts(
  { parts, documentLimit }: IndexSnapshot,
  readArray: (part: SnapshotPart) => Uint32Array,
  lease: HeapLease,
): number {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return lease.importArray(readArray(first));
  const address = lease.allocate(4 * documentLimit);
  for (const part of parts) {
    const array = readArray(part);
    const { buffer, byteOffset } = lease.heap.view(address + 4 * part.base, array.byteLength);
    new Uint32Array(buffer, byteOffset, array.length).set(array);
  }
  return address;
}

function loadSegment(
  { segment, deletions, base }: SnapshotPart,
  classes: Uint8Array,
  lease: HeapLease,
  { isWeighted }: { readonly isWeighted: boolean },
): SharedSegment {
  const { arrays } = segment.postings;
  // Before any other allocation, which may detach `classes`.
  const classesAddress = lease.importArray(classes);
  const { impactStarts, impacts } = isWeighted ? computeWeightedImpacts(segment, classes) : arrays;
  return {
    firstDocument: base,
    documentLimit: segment.documents.count,
    packed: lease.importArray(arrays.packed),
    tails: lease.importArray(arrays.tails),
    lastDocuments: lease.importArray(arrays.lastDocuments),
    blockStarts: lease.importArray(arrays.blockStarts),
    shapes: lease.importArray(arrays.shapes),
    impactStarts: lease.importArray(impactStarts),
    impacts: lease.importArray(impacts),
    classes: classesAddress,
    deleted: deletions === undefined ? 0 : lease.importArray(deletions.words),
  };
}

/**
 * The impacts of each block of a segment with weighted lengths: as
 * src/index/files/impacts.ts, with the length class in place of the length, which
 * may be fractional. Reads all posting lists once. `classes` holds the length class
 * of each document.
 */
function computeWeightedImpacts(
  { dictionary, postings }: Segment,
  classes: Uint8Array,
): Pick<PostingArrays, "impactStarts" | "impacts"> {
  const impactStarts = new Uint32Array(postings.arrays.impactStarts.length);
  const words = new GrowingWords();
  const best = new BlockImpacts();
  const documents = new Uint32Array(BLOCK_SIZE);
  const frequencies = new Uint32Array(BLOCK_SIZE);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const entry = cursor.entry();
    const blocks = Math.floor(entry.documentFrequency / BLOCK_SIZE);
    for (let block = 0; block < blocks; block++) {
      postings.read(entry, block, documents, frequencies);
      for (let i = 0; i < BLOCK_SIZE; i++) {
        best.add(frequencies[i] as number, classes[documents[i] as number] as number);
      }
      best.drain(words);
      impactStarts[entry.firstBlock + block + 1] = words.length;
    }
  }
  return { impactStarts, impacts: words.view().slice() };
}
