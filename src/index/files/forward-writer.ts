/** Writes the surface tokens of a segment's documents. forward.ts describes the layout. */

import { GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import { FrontCoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { packDeltas } from "../encoding/packed-numbers.ts";
import type { FrameWriter } from "./frame-writer.ts";

const CHUNK_BYTES = 1 << 20;

export class ForwardWriter {
  readonly #frame: FrameWriter;
  readonly #tokens = new GrowingBytes();
  readonly #document = new GrowingBytes();
  readonly #starts = new GrowingWords();
  #drainedBytes = 0;
  #documents = 0;

  constructor(frame: FrameWriter) {
    this.#frame = frame;
  }

  get isFull(): boolean {
    return this.#tokens.length >= CHUNK_BYTES;
  }

  /** Adds the next document: `forms` from `from` to `to`, each mapped through `numbers`. */
  addDocument(forms: Uint32Array, from: number, to: number, numbers: Uint32Array): void {
    const tokens = this.#tokens;
    if (this.#documents++ % RESTART_INTERVAL === 0)
      this.#starts.push(this.#drainedBytes + tokens.length);
    const document = this.#document;
    document.clear();
    for (let i = from; i < to; i++) document.appendVarint(numbers[forms[i] as number] as number);
    tokens.appendVarint(document.length);
    tokens.append(document.view());
  }

  async drain(): Promise<void> {
    const bytes = this.#tokens.view();
    await this.#frame.append(bytes);
    this.#drainedBytes += bytes.length;
    this.#tokens.clear();
  }

  /**
   * Ends the documents and writes the forms in the order of their numbers, each with the number of
   * its index term, or -1 if it is not indexed.
   */
  async end(forms: Iterable<readonly [form: Uint8Array, term: number]>): Promise<void> {
    await this.drain();
    await this.#frame.endSection();
    await this.#frame.section(packDeltas(this.#starts.view()));
    const coder = new FrontCoder();
    const entries = new GrowingBytes();
    let previous = -1;
    for (const [form, term] of forms) {
      if (coder.isRestart) previous = -1;
      coder.append(form, entries);
      entries.appendSigned(term - previous);
      previous = term;
    }
    await this.#frame.section(entries.view());
    await this.#frame.section(packDeltas(coder.starts.view()));
    await this.#frame.section(toBytes(Uint32Array.of(this.#documents, coder.count)));
  }
}
