/**
 * Posting lists of a segment, set up in the kernels' memory: the positions of their
 * blocks, the last document of each, and the decoded tails.
 */

import type { TermEntry } from "../../index/files/index.ts";
import { impactFrequency } from "../../index/files/index.ts";
import { BLOCK_SIZE, DECODED_BYTES, ListState } from "./layout.generated.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import { alignUp, type SearchArena } from "./search-arena.ts";
import type { SharedSegment } from "./shared-index.ts";

const STATE_BYTES = alignUp(ListState.BYTES);

/** A posting list in the kernels' memory. */
export interface OpenList {
  readonly state: ListState;
  readonly entry: TermEntry;
  readonly largestFrequency: number;
  /** Where the impacts of the list are. */
  readonly segment: Pick<SharedSegment, "impacts" | "impactStarts">;
}

/** The list of each clause in one segment; undefined where the segment has none. */
export type SegmentLists = (OpenList | undefined)[];

/** Sets a list to its beginning. */
export function rewind({ state }: OpenList): void {
  state.block = 0;
  state.position = 0;
  state.decodedBlock = -1;
  state.decodedRows = -1;
}

/** Opens lists of one segment. */
export class ListOpener {
  readonly #segment: SharedSegment;
  readonly #kernels: RetrievalKernels;
  readonly #arena: SearchArena;

  constructor(segment: SharedSegment, kernels: RetrievalKernels, arena: SearchArena) {
    this.#segment = segment;
    this.#kernels = kernels;
    this.#arena = arena;
  }

  /** `classes` are the length classes of the list's field; by default those of whole documents. */
  open(
    entry: TermEntry,
    classes: number = this.#segment.classes,
    allocate: (bytes: number) => number = (bytes) => this.#arena.take(bytes),
  ): OpenList {
    const state = this.#createState(entry, allocate);
    state.lengthClasses = classes;
    const largestFrequency = this.#findLargestFrequency(state, entry);
    return { state, entry, largestFrequency, segment: this.#segment };
  }

  /** Opens a list again whose tail points into a table. */
  reload({ state, entry }: OpenList): void {
    this.#loadList(state, entry);
  }

  #createState(
    { documentFrequency, firstBlock }: TermEntry,
    allocate: (bytes: number) => number,
  ): ListState {
    const { packed, blockStarts, shapes } = this.#segment;
    const fullBlocks = Math.floor(documentFrequency / BLOCK_SIZE);
    const tailSize = documentFrequency % BLOCK_SIZE;
    const blocks = fullBlocks + (tailSize > 0 ? 1 : 0);
    const wordBytes = alignUp(4 * (blocks + 1));
    const bytes = STATE_BYTES + 2 * wordBytes + 2 * DECODED_BYTES;
    const address = allocate(bytes);
    const list = new ListState(this.#arena.words, address);
    list.packed = packed;
    list.blockStarts = blockStarts + 4 * firstBlock;
    list.shapes = shapes + 2 * firstBlock;
    list.buffer = address + STATE_BYTES;
    list.tail = list.buffer + DECODED_BYTES;
    list.lastDocuments = list.tail + DECODED_BYTES;
    list.upperBounds = list.lastDocuments + wordBytes;
    list.fullBlocks = fullBlocks;
    list.blocks = blocks;
    list.tailSize = tailSize;
    list.postings = documentFrequency;
    list.unionPostings = documentFrequency;
    return list;
  }

  /** Returns the largest frequency in the tail. */
  #loadList({ address }: ListState, { firstBlock, tailStart }: TermEntry): number {
    const { lastDocuments, tails, documentLimit } = this.#segment;
    const listLastDocuments = lastDocuments + 4 * firstBlock;
    return this.#kernels.openList(address, listLastDocuments, tails + tailStart, documentLimit);
  }

  #findLargestFrequency(state: ListState, entry: TermEntry): number {
    const { firstBlock, documentFrequency } = entry;
    const { impactStarts, impacts } = this.#segment;
    const { words } = this.#arena;
    const inTail = this.#loadList(state, entry);
    const starts = (impactStarts >>> 2) + firstBlock;
    const from = words[starts] as number;
    const to = words[starts + Math.floor(documentFrequency / BLOCK_SIZE)] as number;
    const inBlocks = impactFrequency(this.#kernels.largestImpact(impacts, from, to) >>> 0);
    return Math.max(inBlocks, inTail >>> 0);
  }
}
