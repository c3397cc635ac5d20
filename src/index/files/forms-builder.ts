/** Encodes the surface forms of a segment. The layout is told in forms-file.ts. */

import { bytesOf, encodeText, GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import { FrontCoder } from "../codes/front-coding.ts";
import { packNumbers, packSteps } from "../codes/packed-numbers.ts";
import { formSignature } from "./form-signature.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { type SlicedFrame, slicedFrame } from "./sliced-section.ts";

/** Takes forms in byte order. */
export class FormsBuilder {
  readonly #coder = new FrontCoder();
  readonly #entries = new GrowingBytes();
  readonly #largest = new GrowingWords();
  readonly #signatures = new GrowingWords();

  /** Adds the next form and how often it stands in the documents. */
  add(form: string, count: number): void {
    if (this.#coder.isRestart) this.#largest.push(count);
    this.#coder.append(encodeText(form), this.#entries);
    this.#entries.varint(count);
    this.#signatures.push(formSignature(form));
    const largest = this.#largest.view();
    const group = largest.length - 1;
    if (count > (largest[group] as number)) largest[group] = count;
  }

  get #sections(): Uint8Array[] {
    return [
      this.#entries.view(),
      packSteps(this.#coder.starts.view()),
      packNumbers(this.#largest.view()),
      bytesOf(this.#signatures.view()),
      bytesOf(Uint32Array.of(this.#coder.count)),
    ];
  }

  async write(frame: FrameWriter): Promise<void> {
    for (const section of this.#sections) await frame.section(section);
  }

  /** The same in memory, for a segment that has no such file. */
  frame(file: string): SlicedFrame {
    const sections = this.#sections.map((bytes) => ({ file, start: 0, bytes: bytes.slice() }));
    return slicedFrame({ indexId: "", crc: 0, sections });
  }
}

/** Writes `forms`, which are in byte order, each once with its count. */
export async function writeForms(
  frame: FrameWriter,
  forms: Iterable<readonly [form: string, count: number]>,
): Promise<void> {
  const builder = new FormsBuilder();
  for (const [form, count] of forms) builder.add(form, count);
  await builder.write(frame);
}
