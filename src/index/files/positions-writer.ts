/**
 * Writes where terms stand in their documents, one posting list after another.
 * The layout is told in positions.ts.
 */

import { GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { packDeltas } from "../encoding/packed-numbers.ts";
import type { FrameWriter } from "./frame-writer.ts";

const CHUNK_BYTES = 1 << 20;

export class PositionsWriter {
  readonly #frame: FrameWriter;
  readonly #bytes = new GrowingBytes();
  readonly #blockEnds = new GrowingWords();
  #drainedBytes = 0;

  constructor(frame: FrameWriter) {
    this.#frame = frame;
  }

  get isFull(): boolean {
    return this.#bytes.length >= CHUNK_BYTES;
  }

  /** Adds the positions of one list, posting after posting; returns the bytes they take. */
  add(positions: Uint32Array, frequencies: Uint32Array, count: number): number {
    const out = this.#bytes;
    const start = out.length;
    let at = 0;
    for (let i = 0; i < count; i++) {
      let previous = -1;
      for (const end = at + (frequencies[i] as number); at < end; at++) {
        const position = positions[at] as number;
        out.appendVarint(position - previous - 1);
        previous = position;
      }
      if (i % BLOCK_SIZE === BLOCK_SIZE - 1) this.#blockEnds.push(this.#drainedBytes + out.length);
    }
    return out.length - start;
  }

  async drain(): Promise<void> {
    const bytes = this.#bytes.view();
    await this.#frame.append(bytes);
    this.#drainedBytes += bytes.length;
    this.#bytes.clear();
  }

  async end(): Promise<void> {
    await this.drain();
    await this.#frame.endSection();
    await this.#frame.section(packDeltas(this.#blockEnds.view()));
  }
}
