/** The vectors of a segment in memory: rows, and which of them belong to each document. */

import { type QuantisedVectors, rowLength } from "./quantised-vectors.ts";

/** The vectors of the documents of a segment, those of one document side by side. */
export class SegmentVectors implements QuantisedVectors {
  readonly dimensions: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;
  /** Where the rows of each document end; a document without a vector has none. */
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

  /** Where the rows of a document begin and, one after the last, where they end. */
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

  /** A row as numbers: what its bytes stand for. */
  decodeRow(number: number): Float32Array {
    const scale = this.scales[number] as number;
    const codes = this.sliceCodes(number, number + 1).subarray(0, this.dimensions);
    return Float32Array.from(codes, (code) => code * scale);
  }
}
