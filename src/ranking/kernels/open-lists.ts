/**
 * Posting lists of a segment, set up in the kernels' memory: where their blocks
 * are, their last documents in a row, their tails decoded.
 */

import { BLOCK_SIZE } from "../../index/codes/bit-packing.ts";
import type { TermEntry } from "../../index/files/dictionary.ts";
import { impactFrequency } from "../../index/files/impacts.ts";
import { type RetrievalKernels, TERM, TERM_BYTES } from "./retrieval-kernels.ts";
import type { SearchRoom } from "./search-room.ts";
import type { SharedSegment } from "./shared-index.ts";

/** A decoded block: documents and rows. */
const BLOCK_BYTES = 8 * BLOCK_SIZE;

/** A posting list in the kernels' memory. */
export interface OpenList {
  /** Of its structure. */
  readonly address: number;
  readonly entry: TermEntry;
  readonly largestFrequency: number;
}

/** The list of each clause in one segment, where it has one. */
export type SegmentLists = (OpenList | undefined)[];

/** Opens lists of one segment. */
export class ListOpener {
  readonly #segment: SharedSegment;
  readonly #kernels: RetrievalKernels;
  readonly #room: SearchRoom;
  readonly #words: Int32Array;

  constructor(segment: SharedSegment, kernels: RetrievalKernels, room: SearchRoom) {
    this.#segment = segment;
    this.#kernels = kernels;
    this.#room = room;
    this.#words = room.words;
  }

  open(entry: TermEntry): OpenList {
    const address = this.#room.take(TERM_BYTES);
    this.#write(address, entry);
    return { address, entry, largestFrequency: this.#largestFrequency(address, entry) };
  }

  #write(address: number, { documentFrequency, firstBlock }: TermEntry): void {
    const room = this.#room;
    const words = this.#words;
    const segment = this.#segment;
    const fullBlocks = Math.floor(documentFrequency / BLOCK_SIZE);
    const tailSize = documentFrequency % BLOCK_SIZE;
    const blocks = fullBlocks + (tailSize > 0 ? 1 : 0);
    const at = address >>> 2;
    words[at + TERM.packed] = segment.packed;
    words[at + TERM.starts] = segment.blockStarts + 4 * firstBlock;
    words[at + TERM.shapes] = segment.shapes + 2 * firstBlock;
    words[at + TERM.lasts] = room.take(4 * (blocks + 1));
    words[at + TERM.bounds] = room.take(4 * (blocks + 1));
    words[at + TERM.buffer] = room.take(BLOCK_BYTES);
    words[at + TERM.tail] = room.take(BLOCK_BYTES);
    words[at + TERM.fullBlocks] = fullBlocks;
    words[at + TERM.blocks] = blocks;
    words[at + TERM.tailSize] = tailSize;
    words[at + TERM.postings] = documentFrequency;
  }

  #largestFrequency(address: number, entry: TermEntry): number {
    const { firstBlock, documentFrequency, tailStart } = entry;
    const { impactStarts, impacts, lastDocuments, tails } = this.#segment;
    const kernels = this.#kernels;
    const inTail = kernels.openTerm(address, lastDocuments + 4 * firstBlock, tails + tailStart);
    const starts = (impactStarts >>> 2) + firstBlock;
    const from = this.#words[starts] as number;
    const to = this.#words[starts + Math.floor(documentFrequency / BLOCK_SIZE)] as number;
    const inBlocks = impactFrequency(kernels.largestImpact(impacts, from, to) >>> 0);
    return Math.max(inBlocks, inTail >>> 0);
  }
}
