/** Encodes the surface forms of a segment. forms-file.ts describes the layout. */

import { encodeText, GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import { FrontCoder } from "../encoding/front-coding.ts";
import { packDeltas, packNumbers } from "../encoding/packed-numbers.ts";
import { computeFormSignature } from "./form-signature.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { type SlicedFrame, toSlicedFrame } from "./sliced-section.ts";

/** Encodes forms, added in byte order. */
export class FormsBuilder {
  readonly #coder = new FrontCoder();
  readonly #entries = new GrowingBytes();
  readonly #largest = new GrowingWords();
  readonly #signatures = new GrowingWords();

  /** Adds the next form and its number of occurrences. */
  add(form: string, count: number): void {
    if (this.#coder.isRestart) this.#largest.push(count);
    this.#coder.append(encodeText(form), this.#entries);
    this.#entries.appendVarint(count);
    this.#signatures.push(computeFormSignature(form));
    const largest = this.#largest.view();
    const group = largest.length - 1;
    if (count > (largest[group] as number)) largest[group] = count;
  }

  #encodeSections(hasSignatures: boolean): Uint8Array[] {
    return [
      this.#entries.view(),
      packDeltas(this.#coder.starts.view()),
      packNumbers(this.#largest.view()),
      toBytes(hasSignatures ? this.#signatures.view() : new Uint32Array(0)),
      toBytes(Uint32Array.of(this.#coder.count)),
    ];
  }

  async write(frame: FrameWriter, hasSignatures: boolean): Promise<void> {
    for (const section of this.#encodeSections(hasSignatures)) await frame.section(section);
  }

  /** The same in memory, for a segment without such a file. */
  frame(file: string): SlicedFrame {
    const sections = this.#encodeSections(true).map((bytes) => ({
      file,
      start: 0,
      bytes: bytes.slice(),
    }));
    return toSlicedFrame({ indexId: "", crc: 0, sections });
  }
}

/**
 * Writes `forms`, which are distinct and in byte order, with their counts. Readers compute
 * signatures that are not stored.
 */
export async function writeForms(
  frame: FrameWriter,
  forms: Iterable<readonly [form: string, count: number]>,
  hasSignatures = true,
): Promise<void> {
  const builder = new FormsBuilder();
  for (const [form, count] of forms) builder.add(form, count);
  await builder.write(frame, hasSignatures);
}
