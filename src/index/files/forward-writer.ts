/** Writes the surface tokens of a segment's documents. forward.ts describes the layouts. */

import { GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import { FrontCoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import type { PrefixEncoder } from "../encoding/huffman-codes.ts";
import { packDeltas, packNumbers } from "../encoding/pack-numbers.ts";
import type { FrameWriter } from "./frame-writer.ts";

const CHUNK_BYTES = 1 << 20;

export class ForwardWriter {
  readonly #frame: FrameWriter;
  readonly #tokens = new GrowingBytes();
  readonly #document = new GrowingBytes();
  readonly #starts = new GrowingWords();
  readonly #codes: PrefixEncoder | undefined;
  #drainedBytes = 0;
  #documents = 0;

  /** With `codes`, tokens are encoded by them, and forms are numbered in byte order. */
  constructor(frame: FrameWriter, codes?: PrefixEncoder) {
    this.#frame = frame;
    this.#codes = codes;
  }

  get isFull(): boolean {
    return this.#tokens.length >= CHUNK_BYTES;
  }

  /** Adds the next document: `forms` from `from` to `to`, each mapped through `numbers`. */
  addDocument(
    forms: Uint16Array | Uint32Array,
    from: number,
    to: number,
    numbers: Uint32Array,
  ): void {
    const tokens = this.#tokens;
    if (this.#documents++ % RESTART_INTERVAL === 0)
      this.#starts.push(this.#drainedBytes + tokens.length);
    const document = this.#document;
    document.clear();
    if (this.#codes === undefined) {
      for (let i = from; i < to; i++) document.appendVarint(numbers[forms[i] as number] as number);
    } else {
      const mapped = Uint32Array.from(forms.subarray(from, to), (form) => numbers[form] as number);
      this.#codes.encode(mapped, document);
    }
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
    if (this.#codes !== undefined) return this.#endCoded(forms, this.#codes);
    await this.#endDocuments();
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

  async #endDocuments(): Promise<void> {
    await this.drain();
    await this.#frame.endSection();
    await this.#frame.section(packDeltas(this.#starts.view()));
  }

  async #endCoded(
    forms: Iterable<readonly [form: Uint8Array, term: number]>,
    { lengths }: PrefixEncoder,
  ): Promise<void> {
    await this.#endDocuments();
    const terms = new GrowingBytes();
    let [count, previous] = [0, -1];
    for (const [, term] of forms) {
      count++;
      if (term < 0) terms.appendVarint(0);
      else {
        const step = term - previous;
        terms.appendVarint(1 + (step < 0 ? -2 * step - 1 : 2 * step));
        previous = term;
      }
    }
    await this.#frame.section(terms.view());
    await this.#frame.section(new Uint8Array(0));
    await this.#frame.section(toBytes(Uint32Array.of(this.#documents, count)));
    await this.#frame.section(packNumbers(Uint32Array.from(lengths)));
  }
}
