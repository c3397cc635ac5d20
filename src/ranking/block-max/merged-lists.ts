/**
 * The merged posting lists of an expanded word, one for each segment, in the memory of the kernels,
 * which read them as any other.
 */

import type { HeapLease } from "../../common/threads/index.ts";
import type { PostingArrays, TermEntry } from "../../index/files/index.ts";
import type { SnapshotPart } from "../../index/snapshots/index.ts";
import { findFrequency } from "../matching/find-frequency.ts";
import type { MergedPostings } from "../matching/merge-postings.ts";
import { ListOpener, type OpenList } from "./list-opener.ts";
import type { ClauseEntry } from "./query-lists.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { SearchArena } from "./search-arena.ts";
import { openHeap, type SharedIndex, type SharedSegment } from "./shared-index.ts";

/** A merged list and its segment. */
export interface MergedPart {
  readonly part: SnapshotPart;
  readonly postings: MergedPostings;
}

type Addresses = Record<keyof PostingArrays, number>;

export class MergedLists {
  /** The bytes of the lists. */
  readonly bytes: number;
  /** Their arrays are views of the memory of the kernels once they are there. */
  #parts: readonly MergedPart[];
  #lease: HeapLease | undefined;
  /** The search that has read them last, and how it opens them. */
  #arena: SearchArena | undefined;
  #entries: readonly ClauseEntry[] = [];

  constructor(parts: readonly MergedPart[]) {
    this.#parts = parts;
    this.bytes = parts
      .flatMap(({ postings }) => [...Object.values(postings.arrays), postings.numbers])
      .reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The exact frequency in a document, 0 without the word; undefined if it is not kept. */
  findFrequency(document: number): number | undefined {
    const found = this.#parts.findLast(({ part }) => part.base <= document);
    return found === undefined ? 0 : findFrequency(found.postings, document - found.part.base);
  }

  /** Moves the lists into the memory of an index, unless they are there. */
  open(index: SharedIndex, kernels: RetrievalKernels, arena: SearchArena): readonly ClauseEntry[] {
    if (this.#arena === arena) return this.#entries;
    const heap = openHeap(index);
    const previous = this.#lease;
    const lease = previous?.heap === heap ? previous : heap.lease();
    const placed = this.#parts.map((each) => placePart(each, lease));
    this.#parts = placed.map(({ moved }) => moved);
    this.#entries = placed.map(({ moved: { part, postings }, addresses }) => {
      const segment = index.segments.find(({ firstDocument }) => firstDocument === part.base);
      const own = { ...(segment as SharedSegment), ...addresses };
      return {
        part,
        entry: toEntry(postings),
        opener: new MergedOpener(own, kernels, arena, postings),
      };
    });
    if (lease !== previous) {
      previous?.release();
      lease.releaseWith(this);
    }
    this.#lease = lease;
    this.#arena = arena;
    return this.#entries;
  }

  /** Frees the memory. Nothing may search the lists afterwards. */
  release(): void {
    this.#lease?.release();
  }
}

/** The only list of its arrays. */
function toEntry({ count, arrays }: MergedPostings): TermEntry {
  const none = { number: 0, collectionFrequency: 0, positionStart: 0, positionEnd: 0 };
  return {
    ...none,
    documentFrequency: count,
    firstBlock: 0,
    tailStart: 0,
    tailEnd: arrays.tails.length,
  };
}

/** Opens a list whose largest frequency is known. */
class MergedOpener extends ListOpener {
  readonly #largest: number;

  constructor(
    segment: SharedSegment,
    kernels: RetrievalKernels,
    arena: SearchArena,
    { largest }: MergedPostings,
  ) {
    super(segment, kernels, arena);
    this.#largest = largest;
  }

  override open(...list: Parameters<ListOpener["open"]>): OpenList {
    return { ...super.open(...list), largestFrequency: this.#largest };
  }
}

function placePart({ part, postings }: MergedPart, lease: HeapLease) {
  const addresses: Partial<Addresses> = {};
  const arrays: Partial<Record<keyof PostingArrays, ArrayBufferView>> = {};
  for (const name of Object.keys(postings.arrays) as (keyof PostingArrays)[]) {
    const array = postings.arrays[name];
    const address = lease.importArray(array);
    const { buffer } = lease.heap.view(address, array.byteLength);
    addresses[name] = address;
    arrays[name] = new (array.constructor as Uint8ArrayConstructor)(buffer, address, array.length);
  }
  const moved = { part, postings: { ...postings, arrays } } as MergedPart;
  return { moved, addresses: addresses as Addresses };
}
