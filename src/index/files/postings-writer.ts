/**
 * Writes the posting lists of a segment in the order of their terms. postings.ts describes the
 * layout.
 */

import { GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { packDeltas } from "../encoding/pack-numbers.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { BlockImpacts, packImpacts } from "./impacts-writer.ts";
import { encodeBlock } from "./posting-block.ts";

/** Words buffered before they are written to the file. */
const CHUNK_WORDS = 1 << 18;

export class PostingsWriter {
  readonly #frame: FrameWriter;
  readonly #packed = new GrowingWords();
  readonly #tails = new GrowingBytes();
  readonly #lastDocuments = new GrowingWords();
  readonly #blockStarts = new GrowingWords();
  readonly #shapes = new GrowingWords();
  readonly #impactStarts = new GrowingWords();
  readonly #impacts = new GrowingWords();
  readonly #blockImpacts = new BlockImpacts();
  #drainedWords = 0;

  constructor(frame: FrameWriter) {
    this.#frame = frame;
    this.#impactStarts.push(0);
  }

  /** Whether the buffer is full and `drain` should be awaited. */
  get isFull(): boolean {
    return this.#packed.length >= CHUNK_WORDS;
  }

  /**
   * Adds a list of `count` ≥ 1 postings in document order; returns the bytes of its tail. `lengths`
   * holds the length of every document in the field of the list.
   */
  add(
    documents: Uint32Array,
    frequencies: Uint32Array,
    count: number,
    lengths: Uint32Array,
  ): number {
    let previous = -1;
    const full = count - (count % BLOCK_SIZE);
    for (let from = 0; from < full; from += BLOCK_SIZE) {
      this.#blockStarts.push(this.#drainedWords + this.#packed.length);
      this.#shapes.push(encodeBlock(documents, frequencies, from, previous, this.#packed));
      previous = documents[from + BLOCK_SIZE - 1] as number;
      this.#lastDocuments.push(previous);
      this.#addImpacts(documents, frequencies, from, lengths);
    }
    return this.#addTail(documents, frequencies, full, count, previous);
  }

  #addImpacts(
    documents: Uint32Array,
    frequencies: Uint32Array,
    from: number,
    lengths: Uint32Array,
  ): void {
    for (let i = from; i < from + BLOCK_SIZE; i++) {
      const length = lengths[documents[i] as number] as number;
      this.#blockImpacts.add(frequencies[i] as number, length);
    }
    this.#blockImpacts.drain(this.#impacts);
    this.#impactStarts.push(this.#impacts.length);
  }

  #addTail(
    documents: Uint32Array,
    frequencies: Uint32Array,
    from: number,
    count: number,
    previous: number,
  ): number {
    const tails = this.#tails;
    const start = tails.length;
    for (let i = from; i < count; i++) {
      const document = documents[i] as number;
      const frequency = frequencies[i] as number;
      tails.appendVarint((document - previous - 1) * 2 + (frequency === 1 ? 1 : 0));
      if (frequency > 1) tails.appendVarint(frequency - 2);
      previous = document;
    }
    return tails.length - start;
  }

  /** Writes the buffered blocks to the file. */
  async drain(): Promise<void> {
    const words = this.#packed.view();
    await this.#frame.append(toBytes(words));
    this.#drainedWords += words.length;
    this.#packed.clear();
  }

  /** Writes the rest. */
  async end(): Promise<void> {
    const frame = this.#frame;
    await this.drain();
    await frame.endSection();
    await frame.section(this.#tails.view());
    await frame.section(toBytes(Uint32Array.of(this.#shapes.length)));
    await frame.section(packDeltas(this.#lastDocuments.view()));
    await frame.section(packDeltas(this.#blockStarts.view()));
    await frame.section(toBytes(Uint16Array.from(this.#shapes.view())));
    const impactStarts = this.#impactStarts.view();
    await frame.section(packDeltas(impactStarts));
    await frame.section(packImpacts(this.#impacts.view(), impactStarts));
  }
}
