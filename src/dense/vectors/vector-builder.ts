/** Gathers the vectors of documents, one document after another, as bytes. */

import { GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import { quantise, rowLength } from "./quantised-vectors.ts";
import { type InputVector, toUnitVector } from "./vector-settings.ts";

/** Vectors of some documents as plain data, which threads can send. */
export interface VectorPart {
  /** Where the rows of each document end. */
  readonly ends: Uint32Array;
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/** Gathers the vectors of documents in their order. */
export class VectorBuilder {
  readonly dimensions: number;
  readonly #ends = new GrowingWords();
  readonly #scales = new GrowingBytes();
  readonly #codes = new GrowingBytes();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  /** About how much memory the vectors take. */
  get memoryBytes(): number {
    return this.#codes.length + this.#scales.length + 4 * this.#ends.length;
  }

  get #rows(): number {
    return this.#scales.length / 4;
  }

  /** Adds a document with its vectors, which were checked; there may be none. */
  add(vectors: readonly InputVector[] = []): void {
    for (const vector of vectors) {
      const { scales, codes } = quantise(toUnitVector(vector), this.dimensions);
      this.#append(scales, codes);
    }
    this.#ends.push(this.#rows);
  }

  /** Adds documents that another builder gathered. */
  append({ ends, scales, codes }: VectorPart): void {
    const before = this.#rows;
    for (const end of ends) this.#ends.push(before + end);
    this.#append(scales, codes);
  }

  #append(scales: Float32Array, codes: Int8Array): void {
    this.#scales.append(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
    this.#codes.append(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength));
  }

  /** What was gathered, as plain data. */
  part(): VectorPart {
    const codes = this.#codes.view().slice();
    return {
      ends: this.#ends.view().slice(),
      scales: new Float32Array(this.#scales.view().slice().buffer),
      codes: new Int8Array(codes.buffer, 0, this.#rows * rowLength(this.dimensions)),
    };
  }
}
