/**
 * Writes the ids and lengths of a segment's documents; documents.ts describes the layout. A file of
 * its own, because a page that only searches does not load it.
 */

import { encodeText, GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import { FrontCoder } from "../encoding/front-coding.ts";
import { packDeltas, packNumbers } from "../encoding/pack-numbers.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import type { FrameWriter } from "./frame-writer.ts";

/** Lengths of the documents of a segment, by number: total, and per text field. */
export interface DocumentLengths {
  readonly lengths: Uint32Array;
  /** The lengths that apply to the list of a term: those of its field. */
  fieldLengths(field: number): Uint32Array;
}

export class DocumentsWriter implements DocumentLengths {
  readonly #lengths = new GrowingWords();
  readonly #fields: readonly GrowingWords[];
  readonly #ids: string[] = [];

  /** `fieldCount` is the number of text fields. */
  constructor(fieldCount = 0) {
    this.#fields = Array.from({ length: fieldCount }, () => new GrowingWords());
  }

  get count(): number {
    return this.#ids.length;
  }

  fieldLengths(field: number): Uint32Array {
    return (field === 0 ? this.#lengths : (this.#fields[field - 1] as GrowingWords)).view();
  }

  /** The lengths so far. Valid until the next change. */
  get lengths(): Uint32Array {
    return this.#lengths.view();
  }

  /** `readFieldLength` returns the length in each text field, from 1 on. */
  add(id: string, length: number, readFieldLength?: (field: number) => number): void {
    this.#ids.push(id);
    this.#lengths.push(length);
    for (const [i, lengths] of this.#fields.entries()) lengths.push(readFieldLength?.(i + 1) ?? 0);
  }

  async write(frame: FrameWriter): Promise<void> {
    await frame.section(toBytes(Uint32Array.of(this.count)));
    await frame.section(packNumbers(this.lengths));
    const coder = new FrontCoder();
    const ids = new GrowingBytes();
    const idRanks = new Uint32Array(this.count);
    for (const [rank, document] of sortByBytes(this.#ids).entries()) {
      coder.append(encodeText(this.#ids[document] as string), ids);
      idRanks[document] = rank;
    }
    await frame.section(ids.view());
    await frame.section(packDeltas(coder.starts.view()));
    await frame.section(packDeltas(idRanks));
    for (const lengths of this.#fields) await frame.section(packNumbers(lengths.view()));
  }
}
