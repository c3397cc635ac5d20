/**
 * Writes the terms of a segment, in byte order, with their statistics and the offsets of their
 * lists. dictionary.ts describes the layout.
 */

import { GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { FrontCoder } from "../encoding/front-coding.ts";
import { packDeltas } from "../encoding/pack-numbers.ts";
import { TERMS_PER_BLOCK } from "./dictionary-top.ts";
import type { FrameWriter } from "./frame-writer.ts";

/** The sizes of the lists of one term. */
export interface ListSizes {
  readonly tailBytes: number;
  readonly positionBytes: number;
}

export class DictionaryWriter {
  readonly #coder = new FrontCoder();
  readonly #topCoder = new FrontCoder();
  readonly #top = new GrowingBytes();
  readonly #entries = new GrowingBytes();
  readonly #firstBlocks = new GrowingWords();
  readonly #tailStarts = new GrowingWords();
  readonly #positionStarts = new GrowingWords();
  readonly #hasPositions: boolean;
  readonly #spacing: number;
  #firstBlock = 0;
  #tailStart = 0;
  #positionStart = 0;
  #maxCollectionFrequency = 0;

  /** `spacing` is the number of terms from one term of the top to the next. */
  constructor(hasPositions: boolean, spacing: number = TERMS_PER_BLOCK) {
    this.#spacing = spacing;
    this.#hasPositions = hasPositions;
  }

  /** Adds a term greater than all before it. `term` is retained and must not change. */
  add(
    term: Uint8Array,
    documentFrequency: number,
    collectionFrequency: number,
    { tailBytes, positionBytes }: ListSizes,
  ): void {
    if (this.#coder.isRestart) {
      this.#firstBlocks.push(this.#firstBlock);
      this.#tailStarts.push(this.#tailStart);
      if (this.#hasPositions) this.#positionStarts.push(this.#positionStart);
    }
    if (this.#coder.count % this.#spacing === 0) this.#topCoder.append(term, this.#top);
    const out = this.#entries;
    this.#coder.append(term, out);
    const extra = collectionFrequency - documentFrequency;
    out.appendVarint(2 * documentFrequency + (extra === 0 ? 1 : 0));
    if (extra > 0) out.appendVarint(extra - 1);
    if (documentFrequency % BLOCK_SIZE !== 0) out.appendVarint(tailBytes);
    if (this.#hasPositions) out.appendVarint(positionBytes);
    this.#firstBlock += Math.floor(documentFrequency / BLOCK_SIZE);
    this.#tailStart += tailBytes;
    this.#positionStart += positionBytes;
    this.#maxCollectionFrequency = Math.max(this.#maxCollectionFrequency, collectionFrequency);
  }

  async write(frame: FrameWriter): Promise<void> {
    const { count, starts } = this.#coder;
    const head = [count, this.#hasPositions ? 1 : 0, this.#maxCollectionFrequency];
    await frame.section(toBytes(Uint32Array.from(head)));
    await frame.section(this.#entries.view());
    for (const offsets of [starts, this.#firstBlocks, this.#tailStarts, this.#positionStarts]) {
      await frame.section(packDeltas(offsets.view()));
    }
    await frame.section(this.#top.view());
  }
}
