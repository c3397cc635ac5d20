/** The vectors of a segment in memory: int8 rows, and the rows of each document. */

import { type QuantisedVectors, rowLength } from "./quantised-vectors.ts";

/** The vectors of a segment; those of one document are consecutive rows. */
export class SegmentVectors implements QuantisedVectors {
  readonly dimensions: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;
  /** One past the last row of each document. A document may have no rows. */
  readonly ends: Uint32Array;

  constructor({
    dimensions,
    codes,
    scales,
    ends,
  }: QuantisedVectors & { readonly ends: Uint32Array }) {
    this.dimensions = dimensions;
    this.codes = codes;
    this.scales = scales;
    this.ends = ends;
  }

  /** The first row of a document; `end` is one past its last. */
  start(document: number): number {
    return document === 0 ? 0 : (this.ends[document - 1] as number);
  }

  end(document: number): number {
    return this.ends[document] as number;
  }

  /** The bytes of the rows from `start` up to `end`. */
  sliceCodes(start: number, end: number): Int8Array {
    const length = rowLength(this.dimensions);
    return this.codes.subarray(start * length, end * length);
  }

  /** A row, dequantised. */
  decodeRow(number: number): Float32Array {
    const scale = this.scales[number] as number;
    const codes = this.sliceCodes(number, number + 1).subarray(0, this.dimensions);
    return Float32Array.from(codes, (code) => code * scale);
  }
}
