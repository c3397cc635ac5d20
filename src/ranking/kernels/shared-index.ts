/**
 * The posting lists of an index in the memory of the retrieval kernels: one
 * copy, which every search thread reads.
 *
 * A thread adds room of its own for a search. Everything but the posting
 * arrays stays where it is; the dictionary, ids and lengths are read in
 * TypeScript.
 */

import { TermwiseError } from "../../common/errors.ts";
import { canShareMemory } from "../../common/shared-memory.ts";
import type { Deletions } from "../../index/deletions.ts";
import type { Segment } from "../../index/segment.ts";
import { idRanks } from "./id-ranks.ts";
import { LengthClasses } from "./length-classes.ts";

/** A segment as a snapshot holds it. */
export interface LivingSegment {
  readonly segment: Segment;
  readonly deletions: Deletions | undefined;
  /** Number of its first document in the index. */
  readonly firstDocument: number;
}

/** Addresses of what the kernels read of a segment. */
export interface SharedSegment {
  readonly firstDocument: number;
  readonly documentLimit: number;
  readonly packed: number;
  readonly tails: number;
  readonly lastDocuments: number;
  readonly blockStarts: number;
  readonly shapes: number;
  readonly pairStarts: number;
  readonly pairs: number;
  /** Class of each document's length, a byte each. */
  readonly classes: number;
  /** Bitset of deleted documents; 0 where there is none. */
  readonly deleted: number;
}

/** Can be sent to another thread, which then reads the same memory. */
export interface SharedIndex {
  readonly memory: WebAssembly.Memory;
  readonly segments: readonly SharedSegment[];
  readonly documentLimit: number;
  readonly longestDocument: number;
  readonly classOfLength: number;
  /** The place of each document in the order of ids, a word each. */
  readonly idRanks: number;
}

const PAGE = 65536;
const MOST_PAGES = 65536;

/** Copies the posting lists of `segments` into a new memory. */
export function shareIndex(segments: readonly LivingSegment[]): SharedIndex {
  const longestDocument = segments.reduce(
    (longest, { segment }) => segment.documents.lengths.reduce((a, b) => Math.max(a, b), longest),
    1,
  );
  const classes = new LengthClasses(longestDocument);
  const documentLimit = segments.reduce((sum, { segment }) => sum + segment.documents.count, 0);
  const ofAll = 3 * PAGE + 4 * documentLimit;
  const bytes = segments.reduce((sum, segment) => sum + segmentBytes(segment), ofAll);
  const memory = newMemory(Math.ceil(bytes / PAGE));
  const room = new Room(memory, PAGE);
  return {
    memory,
    classOfLength: room.put(classes.ofStored),
    segments: segments.map((segment) => shareSegment(segment, classes, room)),
    idRanks: room.put(idRanks(segments)),
    documentLimit,
    longestDocument,
  };
}

function newMemory(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({
      initial: pages,
      maximum: MOST_PAGES,
      shared: canShareMemory(),
    });
  } catch (cause) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `no memory for ${pages * PAGE} bytes of posting lists`,
      {},
      { cause },
    );
  }
}

function segmentBytes({ segment, deletions }: LivingSegment): number {
  const arrays = Object.values(segment.postings.arrays) as (Uint8Array | Uint32Array)[];
  const sizes = arrays.map((array) => array.byteLength + ALIGNMENT);
  const ofDocuments = segment.documents.count + (deletions?.words.byteLength ?? 0) + 2 * ALIGNMENT;
  return sizes.reduce((sum, size) => sum + size, ofDocuments);
}

function shareSegment(
  { segment, deletions, firstDocument }: LivingSegment,
  lengthClasses: LengthClasses,
  room: Room,
): SharedSegment {
  const { lengths, count } = segment.documents;
  const { arrays } = segment.postings;
  const classes = new Uint8Array(count);
  for (let i = 0; i < count; i++) classes[i] = lengthClasses.of(lengths[i] as number);
  return {
    firstDocument,
    documentLimit: count,
    packed: room.put(arrays.packed),
    tails: room.put(arrays.tails),
    lastDocuments: room.put(arrays.lastDocuments),
    blockStarts: room.put(arrays.blockStarts),
    shapes: room.put(arrays.shapes),
    pairStarts: room.put(arrays.pairStarts),
    pairs: room.put(arrays.pairs),
    classes: room.put(classes),
    deleted: deletions === undefined ? 0 : room.put(deletions.words),
  };
}

/** Loads of the kernels are 16 bytes wide; the last of an array may reach as far past it. */
const ALIGNMENT = 64;

/** Memory handed out front to back. */
class Room {
  readonly #bytes: Uint8Array;
  #free: number;

  constructor(memory: WebAssembly.Memory, start: number) {
    this.#bytes = new Uint8Array(memory.buffer);
    this.#free = start;
  }

  /** Copies an array and returns its address. */
  put({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array): number {
    const address = this.#free;
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
    this.#free = Math.ceil((address + byteLength + 16) / 16) * 16;
    return address;
  }
}

/** Adds zeroed bytes to the memory of an index, for one thread, and returns their address. */
export function addRoom({ memory }: SharedIndex, bytes: number): number {
  try {
    return memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  } catch (cause) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `no memory for a search of ${bytes} bytes`,
      {},
      { cause },
    );
  }
}
