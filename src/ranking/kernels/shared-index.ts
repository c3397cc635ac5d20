/**
 * The posting lists of an index in the memory of the retrieval kernels: one
 * copy, which every search thread reads.
 *
 * The lists of a large index lie there already (open-segments.ts) and stay where
 * they are from one commit to the next; small ones are copied. What depends on
 * all documents of a commit is made for each snapshot and given back when it is
 * closed. A thread adds memory of its own for a search. The dictionary and the
 * ids stay where they are and are read in TypeScript.
 */

import { badArgument } from "../../common/errors.ts";
import { type HeapLease, type KernelMemory, SharedHeap } from "../../common/threads/index.ts";
import {
  type IndexSnapshot,
  type IndexView,
  MOST_PLACED_BYTES,
  type SnapshotPart,
} from "../../index/snapshots/index.ts";
import {
  classesOfStored,
  type LengthClasses,
  lengthClass,
  realLengthClasses,
  wholeLengthClasses,
} from "./length-classes.ts";
import { type SearchableView, searchableView } from "./searchable-view.ts";
import { weightedImpacts } from "./weighted-impacts.ts";

/** Addresses of what the kernels read of a segment. */
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
  /** Class of each document's length, a byte each. */
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
  /** Class of each length that impacts hold, up to 65535, a byte each. */
  readonly classOfLength: number;
  /** Place of each document's id among those of its segment, a word each. */
  readonly idPlaces: number;
}

/** Of views whose memory is shared. Elsewhere each search has a memory of its own, for growing one ends the use of others. */
const known = new WeakMap<IndexView, SharedIndex>();

/** Whether the posting lists of an index are small enough to be shared. */
export function canShareIndex({ snapshot }: SearchableView): boolean {
  const { heap } = snapshot;
  let bytes = heap?.heldBytes ?? 0;
  for (const { segment } of snapshot.parts) {
    for (const array of Object.values(segment.postings.arrays) as ArrayBufferView[]) {
      if (heap?.addressOf(array) === undefined) bytes += array.byteLength;
    }
  }
  return bytes <= MOST_PLACED_BYTES;
}

/** The posting lists of an index where the kernels read them. `LIMIT_EXCEEDED` if they do not fit. */
export function shareIndex(view: IndexView): SharedIndex {
  const searchable = searchableView(view);
  if (searchable === undefined) throw badArgument("only an index on storage can be shared");
  const { snapshot } = searchable;
  const shared = known.get(view);
  if (shared !== undefined) return shared;
  const lease = (snapshot.heap ?? new SharedHeap()).lease();
  try {
    const index = placeIndex(searchable, lease);
    snapshot.atClose(() => lease.end());
    lease.endWith(index);
    if (snapshot.heap !== undefined) known.set(view, index);
    return index;
  } catch (error) {
    lease.end();
    throw error;
  }
}

/** The heap of this thread over the memory of an index. */
export function heapOf({ memory, heapId }: SharedIndex): SharedHeap {
  return SharedHeap.over(memory, heapId);
}

function placeIndex({ snapshot, weighted }: SearchableView, lease: HeapLease): SharedIndex {
  const { parts, documentLimit } = snapshot;
  const lengths = weighted?.lengths ?? snapshot.lengths;
  const lengthClasses =
    weighted === undefined
      ? wholeLengthClasses(longestOf(snapshot.lengths))
      : realLengthClasses(weighted.lengths);
  const ofStored = classesOfStored(lengthClasses);
  const classes = new Uint8Array(documentLimit);
  for (let document = 0; document < documentLimit; document++) {
    const length = lengths[document] as number;
    // Most lengths are in the table; weighted ones need not be whole.
    classes[document] = ofStored[length] ?? lengthClass(lengthClasses, length);
  }
  const segments = parts.map((part) => {
    const ofPart = classes.subarray(part.base, part.base + part.segment.documents.count);
    return placeSegment(part, ofPart, lease, { isWeighted: weighted !== undefined });
  });
  return {
    memory: lease.heap.memory,
    heapId: lease.heap.id,
    // Impacts of weighted lengths hold the class itself.
    classOfLength: lease.place(weighted === undefined ? ofStored : identity()),
    idPlaces: placeIdPlaces(snapshot, lease),
    segments,
    documentLimit,
    lengthClasses,
  };
}

/** The largest of some lengths, and 1 at least. A loop: methods with a callback keep a million numbers as objects. */
function longestOf(lengths: Uint32Array): number {
  let most = 1;
  for (let i = 0; i < lengths.length; i++) most = Math.max(most, lengths[i] as number);
  return most;
}

function identity(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => i);
}

/** The places of one segment lie in the heap; those of several are put one after another. */
function placeIdPlaces({ parts, documentLimit }: IndexSnapshot, lease: HeapLease): number {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) {
    return lease.place(first.segment.documents.idPlaces);
  }
  const address = lease.take(4 * documentLimit);
  for (const { base, segment } of parts) {
    const { idPlaces, count } = segment.documents;
    const { buffer, byteOffset } = lease.heap.view(address + 4 * base, 4 * count);
    new Uint32Array(buffer, byteOffset, count).set(idPlaces);
  }
  return address;
}

function placeSegment(
  { segment, deletions, base }: SnapshotPart,
  classes: Uint8Array,
  lease: HeapLease,
  { isWeighted }: { readonly isWeighted: boolean },
): SharedSegment {
  const { arrays } = segment.postings;
  const { impactStarts, impacts } = isWeighted ? weightedImpacts(segment, classes) : arrays;
  return {
    firstDocument: base,
    documentLimit: segment.documents.count,
    packed: lease.place(arrays.packed),
    tails: lease.place(arrays.tails),
    lastDocuments: lease.place(arrays.lastDocuments),
    blockStarts: lease.place(arrays.blockStarts),
    shapes: lease.place(arrays.shapes),
    impactStarts: lease.place(impactStarts),
    impacts: lease.place(impacts),
    classes: lease.place(classes),
    deleted: deletions === undefined ? 0 : lease.place(deletions.words),
  };
}
