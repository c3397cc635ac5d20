/**
 * The posting lists of an index in the memory of the retrieval kernels: one
 * copy, which every search thread reads.
 *
 * A thread adds memory of its own for a search. The dictionary and the ids stay
 * where they are and are read in TypeScript.
 */

import { badArgument, TermwiseError } from "../../common/errors.ts";
import { canShareMemory } from "../../common/threads/index.ts";
import type { PostingArrays } from "../../index/files/index.ts";
import type { IndexSnapshot, IndexView, SnapshotPart } from "../../index/snapshots/index.ts";
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

/** A `WebAssembly.Memory`, said so that types need no library of the platform. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  /** Adds pages of 64 KiB and returns how many there were. */
  grow(pages: number): number;
}

/** Can be sent to another thread, which then reads the same memory. */
export interface SharedIndex {
  readonly memory: KernelMemory;
  readonly segments: readonly SharedSegment[];
  readonly documentLimit: number;
  readonly lengthClasses: LengthClasses;
  /** Class of each length that impacts hold, up to 65535, a byte each. */
  readonly classOfLength: number;
  /** Place of each document's id among those of its segment, a word each. */
  readonly idPlaces: number;
  /** Length of each document as float64; weighted where frequencies are. */
  readonly lengths: number;
}

const PAGE = 65536;
const MOST_PAGES = 65536;
/** Kernels load 16 bytes at once, and the last load of an array may reach as far past it. */
const ALIGNMENT = 16;

/** A memory holds 4 GiB; a quarter is left for the threads. */
const MOST_BYTES = 3 * 2 ** 30;

/** Whether the posting lists of an index are small enough to be shared. */
export function canShareIndex({ snapshot }: SearchableView): boolean {
  return indexBytes(snapshot, plainArrays(snapshot)) <= MOST_BYTES;
}

/** Copies the posting lists of an index into a new memory. `LIMIT_EXCEEDED` if they do not fit. */
export function shareIndex(view: IndexView): SharedIndex {
  const searchable = searchableView(view);
  if (searchable === undefined) throw badArgument("only an index on storage can be shared");
  const { snapshot, weighted } = searchable;
  const { parts, documentLimit } = snapshot;
  const places = new Uint32Array(documentLimit);
  const lengths = new Float64Array(documentLimit);
  for (const { base, segment } of parts) {
    places.set(segment.documents.idPlaces, base);
    lengths.set(segment.documents.lengths, base);
  }
  if (weighted !== undefined) lengths.set(weighted.lengths);
  const lengthClasses =
    weighted === undefined ? wholeLengthClasses(longestOf(lengths)) : realLengthClasses(lengths);
  const classes = new Uint8Array(documentLimit);
  for (let document = 0; document < documentLimit; document++) {
    classes[document] = lengthClass(lengthClasses, lengths[document] as number);
  }
  const classesOf = ({ base, segment }: SnapshotPart): Uint8Array =>
    classes.subarray(base, base + segment.documents.count);
  const arrays =
    weighted === undefined
      ? plainArrays(snapshot)
      : parts.map((part) => ({
          ...part.segment.postings.arrays,
          ...weightedImpacts(part.segment, classesOf(part)),
        }));
  const memory = newMemory(Math.ceil(indexBytes(snapshot, arrays) / PAGE));
  const arena = new Arena(memory);
  return {
    memory,
    // Impacts of weighted lengths hold the class itself.
    classOfLength: arena.put(
      weighted === undefined
        ? classesOfStored(lengthClasses)
        : Uint8Array.from({ length: 256 }, (_, i) => i),
    ),
    idPlaces: arena.put(places),
    lengths: arena.put(lengths),
    segments: parts.map((part, i) =>
      shareSegment(part, arrays[i] as PostingArrays, classesOf(part), arena),
    ),
    documentLimit,
    lengthClasses,
  };
}

/** The largest of some lengths, and 1 at least. A loop: methods with a callback keep a million numbers as objects. */
function longestOf(lengths: Float64Array): number {
  let most = 1;
  for (let i = 0; i < lengths.length; i++) most = Math.max(most, lengths[i] as number);
  return most;
}

function plainArrays({ parts }: IndexSnapshot): readonly PostingArrays[] {
  return parts.map(({ segment }) => segment.postings.arrays);
}

function indexBytes(
  { parts, documentLimit }: IndexSnapshot,
  arrays: readonly PostingArrays[],
): number {
  const ofParts = parts.map((part, i) => partBytes(part, arrays[i] as PostingArrays));
  return ofParts.reduce((sum, bytes) => sum + bytes, 3 * PAGE + 12 * documentLimit);
}

function newMemory(pages: number): WebAssembly.Memory {
  try {
    const shared = canShareMemory();
    return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared });
  } catch (cause) {
    throw noMemory(`${pages * PAGE} bytes of posting lists`, cause);
  }
}

function partBytes({ segment, deletions }: SnapshotPart, arrays: PostingArrays): number {
  const sizes = Object.values(arrays).map(
    (array: Uint8Array | Uint16Array | Uint32Array) => array.byteLength + 2 * ALIGNMENT,
  );
  const ofDocuments = segment.documents.count + (deletions?.words.byteLength ?? 0) + 4 * ALIGNMENT;
  return sizes.reduce((sum, size) => sum + size, ofDocuments);
}

function shareSegment(
  { segment, deletions, base }: SnapshotPart,
  arrays: PostingArrays,
  classes: Uint8Array,
  arena: Arena,
): SharedSegment {
  return {
    firstDocument: base,
    documentLimit: segment.documents.count,
    packed: arena.put(arrays.packed),
    tails: arena.put(arrays.tails),
    lastDocuments: arena.put(arrays.lastDocuments),
    blockStarts: arena.put(arrays.blockStarts),
    shapes: arena.put(arrays.shapes),
    impactStarts: arena.put(arrays.impactStarts),
    impacts: arena.put(arrays.impacts),
    classes: arena.put(classes),
    deleted: deletions === undefined ? 0 : arena.put(deletions.words),
  };
}

/** Memory handed out front to back. The first page stays free, so that no address is 0. */
class Arena {
  readonly #bytes: Uint8Array;
  #free = PAGE;

  constructor(memory: WebAssembly.Memory) {
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** Copies an array and returns its address. */
  put({
    buffer,
    byteOffset,
    byteLength,
  }: Uint8Array | Uint16Array | Uint32Array | Float64Array): number {
    const address = this.#free;
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
    this.#free = (Math.ceil((address + byteLength) / ALIGNMENT) + 1) * ALIGNMENT;
    return address;
  }
}

/**
 * Adds zeroed bytes to the memory of an index, for one thread, and returns their
 * address. Where memory is not shared this ends the use of what was added before.
 */
export function addMemory({ memory }: SharedIndex, bytes: number): number {
  try {
    return memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  } catch (cause) {
    throw noMemory(`a search of ${bytes} bytes`, cause);
  }
}

function noMemory(purpose: string, cause: unknown): TermwiseError {
  return new TermwiseError("LIMIT_EXCEEDED", `no memory for ${purpose}`, {}, { cause });
}
