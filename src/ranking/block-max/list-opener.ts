/**
 * Posting lists of a segment, set up in the kernels' memory: the positions of their
 * blocks, the last document of each, and the decoded tails.
 */

import type { TermEntry } from "../../index/files/index.ts";
import { impactFrequency } from "../../index/files/index.ts";
import { BLOCK_SIZE, DECODED_BYTES, ListState } from "./layout.generated.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { SearchArena } from "./search-arena.ts";
import type { SharedSegment } from "./shared-index.ts";

/** A posting list in the kernels' memory. */
export interface OpenList {
  readonly state: ListState;
  readonly entry: TermEntry;
  readonly largestFrequency: number;
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
  open(entry: TermEntry, classes: number = this.#segment.classes): OpenList {
    const state = this.#createState(entry);
    state.lengthClasses = classes;
    return { state, entry, largestFrequency: this.#findLargestFrequency(state, entry) };
  }

  #createState({ documentFrequency, firstBlock }: TermEntry): ListState {
    const arena = this.#arena;
    const { packed, blockStarts, shapes } = this.#segment;
    const fullBlocks = Math.floor(documentFrequency / BLOCK_SIZE);
    const tailSize = documentFrequency % BLOCK_SIZE;
    const blocks = fullBlocks + (tailSize > 0 ? 1 : 0);
    const list = new ListState(arena.words, arena.take(ListState.BYTES));
    list.packed = packed;
    list.blockStarts = blockStarts + 4 * firstBlock;
    list.shapes = shapes + 2 * firstBlock;
    list.lastDocuments = arena.take(4 * (blocks + 1));
    list.upperBounds = arena.take(4 * (blocks + 1));
    list.buffer = arena.take(DECODED_BYTES);
    list.tail = arena.take(DECODED_BYTES);
    list.fullBlocks = fullBlocks;
    list.blocks = blocks;
    list.tailSize = tailSize;
    list.postings = documentFrequency;
    return list;
  }

  #findLargestFrequency({ address }: ListState, entry: TermEntry): number {
    const { firstBlock, documentFrequency, tailStart } = entry;
    const { impactStarts, impacts, lastDocuments, tails, documentLimit } = this.#segment;
    const { words } = this.#arena;
    const kernels = this.#kernels;
    const listLastDocuments = lastDocuments + 4 * firstBlock;
    const inTail = kernels.openList(address, listLastDocuments, tails + tailStart, documentLimit);
    const starts = (impactStarts >>> 2) + firstBlock;
    const from = words[starts] as number;
    const to = words[starts + Math.floor(documentFrequency / BLOCK_SIZE)] as number;
    const inBlocks = impactFrequency(kernels.largestImpact(impacts, from, to) >>> 0);
    return Math.max(inBlocks, inTail >>> 0);
  }
}
