/**
 * Posting lists of a segment, set up in the kernels' memory: where their blocks
 * are, their last documents in a row, their tails decoded.
 */

import { BLOCK_SIZE } from "../../index/bit-packing.ts";
import type { TermEntry } from "../../index/dictionary.ts";
import { EXHAUSTED } from "../../index/index-view.ts";
import { pairFrequency } from "../../index/score-pairs.ts";
import { type RetrievalKernels, TERM, TERM_BYTES } from "./retrieval-kernels.ts";
import type { SearchRoom } from "./search-room.ts";
import type { SharedSegment } from "./shared-index.ts";

const BLOCK_BYTES = 4 * BLOCK_SIZE;
/** A posting list in the kernels' memory. */
export interface OpenList {
  /** Of its structure. */
  readonly address: number;
  readonly entry: TermEntry;
  readonly largestFrequency: number;
}

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
    const lasts = room.take(4 * (blocks + 1));
    const from = (segment.lastDocuments >>> 2) + firstBlock;
    words.copyWithin(lasts >>> 2, from, from + fullBlocks);
    words[(lasts >>> 2) + blocks] = EXHAUSTED;
    const at = address >>> 2;
    words[at + TERM.packed] = segment.packed;
    words[at + TERM.starts] = segment.blockStarts + 4 * firstBlock;
    words[at + TERM.shapes] = segment.shapes + 2 * firstBlock;
    words[at + TERM.lasts] = lasts;
    words[at + TERM.bounds] = room.take(4 * (blocks + 1));
    words[at + TERM.documentBuffer] = room.take(BLOCK_BYTES);
    words[at + TERM.rowBuffer] = room.take(BLOCK_BYTES);
    words[at + TERM.tailDocuments] = room.take(BLOCK_BYTES);
    words[at + TERM.tailRows] = room.take(BLOCK_BYTES);
    words[at + TERM.fullBlocks] = fullBlocks;
    words[at + TERM.blocks] = blocks;
    words[at + TERM.tailSize] = tailSize;
    words[at + TERM.postings] = documentFrequency;
    words[at + TERM.block] = 0;
    words[at + TERM.decoded] = -1;
    words[at + TERM.decodedRows] = -1;
    words[at + TERM.at] = 0;
  }

  #largestFrequency(address: number, entry: TermEntry): number {
    const { firstBlock, documentFrequency, tailStart } = entry;
    const { pairStarts, pairs, lastDocuments, tails } = this.#segment;
    const words = this.#words;
    const fullBlocks = Math.floor(documentFrequency / BLOCK_SIZE);
    const starts = (pairStarts >>> 2) + firstBlock;
    const from = words[starts] as number;
    const to = words[starts + fullBlocks] as number;
    const inBlocks = pairFrequency(this.#kernels.largestPair(pairs, from, to) >>> 0);
    if (documentFrequency % BLOCK_SIZE === 0) return inBlocks;
    const last = (lastDocuments >>> 2) + firstBlock + fullBlocks - 1;
    const previous = fullBlocks === 0 ? -1 : (words[last] as number);
    const inTail = this.#kernels.openTail(address, tails + tailStart, previous) >>> 0;
    return Math.max(inBlocks, inTail);
  }
}
