/** Iterates over one posting list of one segment, in order, without deleted documents. */

import { GrowingWords } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import type { ByteReader } from "../encoding/byte-reader.ts";
import { EXHAUSTED, type PostingsCursor } from "../snapshots/index-view.ts";
import type { Deletions } from "./deletions.ts";
import type { TermEntry } from "./dictionary.ts";
import { appendPositions, type Positions, skipPositions } from "./positions.ts";
import type { Postings } from "./postings.ts";

export class PostingListCursor implements PostingsCursor {
  document = -1;
  frequency = 0;

  readonly #postings: Postings;
  readonly #positions: Positions | undefined;
  readonly #entry: TermEntry;
  readonly #deletions: Deletions | undefined;
  readonly #documents = new Uint32Array(BLOCK_SIZE);
  readonly #frequencies = new Uint32Array(BLOCK_SIZE);
  readonly #blocks: number;
  #block = -1;
  /** Number of postings in the current block, and the index of the current one. */
  #count = 0;
  #at = 0;
  readonly #positionBuffer = new GrowingWords(16);
  #positionReader: ByteReader | undefined;
  /** The index in the current block of the posting whose positions `#positionReader` reads next. */
  #positionAt = 0;

  constructor(
    postings: Postings,
    positions: Positions | undefined,
    entry: TermEntry,
    deletions: Deletions | undefined,
  ) {
    this.#postings = postings;
    this.#positions = positions;
    this.#entry = entry;
    this.#deletions = deletions;
    this.#blocks = postings.blockCount(entry);
  }

  next(): number {
    const at = ++this.#at;
    if (at >= this.#count || this.#deletions !== undefined) return this.#nextLive();
    this.frequency = this.#frequencies[at] as number;
    this.document = this.#documents[at] as number;
    return this.document;
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    if (this.#block < this.#blocks) this.#skipBlocks(target);
    let document = this.next();
    while (document < target) document = this.next();
    return document;
  }

  positions(): Uint32Array {
    if (this.#positions === undefined) throw badArgument("the index was built without positions");
    if (this.#block < 0 || this.#block >= this.#blocks) return new Uint32Array(0);
    if (this.#positionReader === undefined || this.#positionAt > this.#at) {
      this.#positionReader = this.#positions.reader(this.#entry, this.#block);
      this.#positionAt = 0;
    }
    const reader = this.#positionReader;
    for (; this.#positionAt < this.#at; this.#positionAt++) {
      skipPositions(reader, this.#frequencies[this.#positionAt] as number);
    }
    this.#positionAt++;
    this.#positionBuffer.clear();
    appendPositions(reader, this.frequency, this.#positionBuffer);
    return this.#positionBuffer.view();
  }

  /** The next posting, across block boundaries and deleted documents. */
  #nextLive(): number {
    for (; ; this.#at++) {
      if (this.#at >= this.#count && !this.#load(this.#block + 1)) return EXHAUSTED;
      this.document = this.#documents[this.#at] as number;
      if (this.#deletions?.has(this.document) !== true) break;
    }
    this.frequency = this.#frequencies[this.#at] as number;
    return this.document;
  }

  /** Moves before the block that may contain `target`, unless it is the current one. */
  #skipBlocks(target: number): void {
    const tail = this.#blocks - 1;
    let block = Math.max(this.#block, 0);
    let step = 1;
    // Galloping search: near targets take few steps, distant ones logarithmic time.
    while (block + step <= tail && this.#lastDocument(block + step - 1) < target) {
      block += step;
      step *= 2;
    }
    for (; step >= 1; step >>>= 1) {
      if (block + step <= tail && this.#lastDocument(block + step - 1) < target) block += step;
    }
    if (block > this.#block) {
      this.#block = block - 1;
      this.#at = this.#count;
    }
  }

  #lastDocument(block: number): number {
    return this.#postings.lastDocument(this.#entry, block);
  }

  #load(block: number): boolean {
    this.#block = block;
    this.#at = 0;
    this.#positionReader = undefined;
    if (block >= this.#blocks) {
      this.#block = this.#blocks;
      this.#count = 0;
      this.document = EXHAUSTED;
      this.frequency = 0;
      return false;
    }
    this.#count = this.#postings.read(this.#entry, block, this.#documents, this.#frequencies);
    return true;
  }
}
