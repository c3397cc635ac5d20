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
import type { IndexSnapshot, SnapshotPart } from "../../index/index-snapshot.ts";
import { LengthClasses } from "./length-classes.ts";

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
  /** Class of each length up to 65535, a byte each. */
  readonly classOfLength: number;
  /** Place of each document's id among those of its segment, a word each. */
  readonly idPlaces: number;
}

const PAGE = 65536;
const MOST_PAGES = 65536;
/** Kernels load 16 bytes at once, and the last load of an array may reach as far past it. */
const ALIGNMENT = 16;

/** Copies the posting lists of a snapshot into a new memory. */
export function shareIndex({ parts, documentLimit }: IndexSnapshot): SharedIndex {
  const longestDocument = parts.reduce((most, part) => Math.max(most, longest(part)), 1);
  const classes = new LengthClasses(longestDocument);
  const ofAll = 2 * PAGE + classes.ofStored.length + 4 * documentLimit;
  const bytes = parts.reduce((sum, part) => sum + partBytes(part), ofAll);
  const memory = newMemory(Math.ceil(bytes / PAGE));
  const room = new Room(memory);
  const places = new Uint32Array(documentLimit);
  for (const { base, segment } of parts) places.set(segment.documents.idPlaces, base);
  return {
    memory,
    classOfLength: room.put(classes.ofStored),
    idPlaces: room.put(places),
    segments: parts.map((part) => shareSegment(part, classes, room)),
    documentLimit,
    longestDocument,
  };
}

function longest({ segment }: SnapshotPart): number {
  return segment.documents.lengths.reduce((most, length) => Math.max(most, length), 0);
}

function newMemory(pages: number): WebAssembly.Memory {
  try {
    const shared = canShareMemory();
    return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared });
  } catch (cause) {
    throw noMemory(`${pages * PAGE} bytes of posting lists`, cause);
  }
}

function partBytes({ segment, deletions }: SnapshotPart): number {
  const arrays = Object.values(segment.postings.arrays) as (Uint8Array | Uint32Array)[];
  const sizes = arrays.map((array) => array.byteLength + 2 * ALIGNMENT);
  const ofDocuments = segment.documents.count + (deletions?.words.byteLength ?? 0) + 4 * ALIGNMENT;
  return sizes.reduce((sum, size) => sum + size, ofDocuments);
}

function shareSegment(
  { segment, deletions, base }: SnapshotPart,
  lengthClasses: LengthClasses,
  room: Room,
): SharedSegment {
  const { lengths, count } = segment.documents;
  const { arrays } = segment.postings;
  const classes = new Uint8Array(count);
  for (let i = 0; i < count; i++) classes[i] = lengthClasses.of(lengths[i] as number);
  return {
    firstDocument: base,
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

/** Memory handed out front to back. The first page stays free, so that no address is 0. */
class Room {
  readonly #bytes: Uint8Array;
  #free = PAGE;

  constructor(memory: WebAssembly.Memory) {
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** Copies an array and returns its address. */
  put({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array): number {
    const address = this.#free;
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
    this.#free = (Math.ceil((address + byteLength) / ALIGNMENT) + 1) * ALIGNMENT;
    return address;
  }
}

/** Adds zeroed bytes to the memory of an index, for one thread, and returns their address. */
export function addRoom({ memory }: SharedIndex, bytes: number): number {
  try {
    return memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  } catch (cause) {
    throw noMemory(`a search of ${bytes} bytes`, cause);
  }
}

function noMemory(purpose: string, cause: unknown): TermwiseError {
  return new TermwiseError("LIMIT_EXCEEDED", `no memory for ${purpose}`, {}, { cause });
}
