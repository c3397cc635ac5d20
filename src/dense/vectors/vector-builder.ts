/** Collects the vectors of documents in int8, in the order of the documents. */

import { GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import { quantise, rowLength } from "./quantised-vectors.ts";
import { type InputVector, toUnitVector } from "./vector-settings.ts";

/** Vectors of documents as plain data, for messages between threads. */
export interface VectorPart {
  /** One past the last row of each document. */
  readonly ends: Uint32Array;
  readonly scales: Float32Array;
  readonly codes: Int8Array;
}

/** Collects the vectors of documents. */
export class VectorBuilder {
  readonly dimensions: number;
  readonly #ends = new GrowingWords();
  readonly #scales = new GrowingBytes();
  readonly #codes = new GrowingBytes();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  /** Approximate memory of the vectors. */
  get memoryBytes(): number {
    return this.#codes.length + this.#scales.length + 4 * this.#ends.length;
  }

  get #rows(): number {
    return this.#scales.length / 4;
  }

  /** Adds a document with its vectors, if any. The vectors are checked already. */
  add(vectors: readonly InputVector[] = []): void {
    for (const vector of vectors) {
      const { scales, codes } = quantise(toUnitVector(vector), this.dimensions);
      this.#append(scales, codes);
    }
    this.#ends.push(this.#rows);
  }

  /** Appends the documents of another builder. */
  append({ ends, scales, codes }: VectorPart): void {
    const before = this.#rows;
    for (const end of ends) this.#ends.push(before + end);
    this.#append(scales, codes);
  }

  #append(scales: Float32Array, codes: Int8Array): void {
    this.#scales.append(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
    this.#codes.append(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength));
  }

  /** All documents so far, as plain data. */
  part(): VectorPart {
    const codes = this.#codes.view().slice();
    return {
      ends: this.#ends.view().slice(),
      scales: new Float32Array(this.#scales.view().slice().buffer),
      codes: new Int8Array(codes.buffer, 0, this.#rows * rowLength(this.dimensions)),
    };
  }
}
