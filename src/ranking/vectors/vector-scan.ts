/**
 * Exact search by meaning: the dot products of a query with every vector, in
 * WASM where there is any, and the best of them.
 *
 * The vectors lie in memory of the kernels from the start; a search reads them
 * once, in blocks whose products fit the nearest cache. The query is kept with
 * 12 bits and its sign, a thirtieth of the rounding that the vectors' bytes have.
 */

import { wasmCode } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { QuantisedVectors } from "../../index/vectors/index.ts";
import { rowLength } from "../../index/vectors/index.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./vector-kernels.generated.ts";

/** What a kernel of dot products is; addresses are in bytes. */
type DotProducts = (
  query: number,
  rows: number,
  count: number,
  length: number,
  out: number,
) => void;

/** Takes the score of a row that may be among the best. */
export type RowScores = (row: number, score: number) => void;

const LARGEST_QUERY_CODE = (1 << 12) - 1;
const BLOCK = 2048;
const PAGE = 65_536;

let module: WebAssembly.Module | undefined;

/** The vectors of a segment, ready to be compared with queries. */
export class VectorScan {
  readonly dimensions: number;
  readonly count: number;
  readonly #length: number;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;
  readonly #query: Int16Array;
  readonly #products: Int32Array;
  readonly #dotProducts: DotProducts;

  /** Takes a copy of the vectors into memory that the kernels read. */
  constructor({ dimensions, codes, scales }: QuantisedVectors) {
    const length = rowLength(dimensions);
    this.dimensions = dimensions;
    this.count = scales.length;
    this.#length = length;
    this.#scales = scales;
    const rowsAt = 4 * BLOCK + 2 * length;
    const { buffer, dotProducts } = kernelsOn(rowsAt + codes.length) ?? {
      buffer: new ArrayBuffer(rowsAt + codes.length),
      dotProducts: undefined,
    };
    this.#products = new Int32Array(buffer, 0, BLOCK);
    this.#query = new Int16Array(buffer, 4 * BLOCK, length);
    this.#rows = new Int8Array(buffer, rowsAt, codes.length);
    this.#rows.set(codes);
    this.#dotProducts = dotProducts ?? this.#plainProducts.bind(this);
  }

  /**
   * Gives every row whose score is at least `threshold()`, in the order of rows;
   * the threshold may rise meanwhile. A score is the dot product of the query
   * with the vector as its bytes have it.
   */
  scan(query: ArrayLike<number>, threshold: () => number, take: RowScores): void {
    const unit = this.#writeQuery(query);
    for (let from = 0; from < this.count; from += BLOCK) {
      const count = Math.min(BLOCK, this.count - from);
      this.#dotProducts(
        this.#query.byteOffset,
        this.#rows.byteOffset + from * this.#length,
        count,
        this.#length,
        0,
      );
      for (let i = 0; i < count; i++) {
        const score = (this.#products[i] as number) * (this.#scales[from + i] as number) * unit;
        if (score >= threshold()) take(from + i, score);
      }
    }
  }

  /** The scores of some rows, in their order, each equal to the one that `scan` gives. */
  scores(query: ArrayLike<number>, rows: ArrayLike<number>): Float64Array {
    const unit = this.#writeQuery(query);
    const scores = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      const at = this.#rows.byteOffset + row * this.#length;
      this.#dotProducts(this.#query.byteOffset, at, 1, this.#length, 0);
      scores[i] = (this.#products[0] as number) * (this.#scales[row] as number) * unit;
    }
    return scores;
  }

  /** A row as numbers: what its bytes stand for. */
  row(number: number): Float32Array {
    const start = number * this.#length;
    const scale = this.#scales[number] as number;
    const codes = this.#rows.subarray(start, start + this.dimensions);
    return Float32Array.from(codes, (code) => code * scale);
  }

  /** Puts the query in its place as whole numbers; returns what one of them is worth. */
  #writeQuery(query: ArrayLike<number>): number {
    if (query.length !== this.dimensions) {
      throw badArgument(
        `the query's vector has ${query.length} dimensions, those of the index ${this.dimensions}`,
      );
    }
    let largest = 0;
    for (let i = 0; i < query.length; i++) {
      const size = Math.abs(query[i] as number);
      if (!Number.isFinite(size)) {
        throw badArgument(`number ${i} of the query's vector is ${query[i]}; it must be finite`);
      }
      if (size > largest) largest = size;
    }
    const unit = largest / LARGEST_QUERY_CODE;
    for (let i = 0; i < query.length; i++) {
      this.#query[i] = unit === 0 ? 0 : Math.round((query[i] as number) / unit);
    }
    return unit;
  }

  /** What the kernel does, where a page does not allow WASM. */
  #plainProducts(_query: number, rows: number, count: number, length: number): void {
    const first = rows - this.#rows.byteOffset;
    for (let row = 0; row < count; row++) {
      let sum = 0;
      for (let i = 0; i < length; i++) {
        sum += (this.#query[i] as number) * (this.#rows[first + row * length + i] as number);
      }
      this.#products[row] = sum;
    }
  }
}

/** A memory of so many bytes with the kernel on it; undefined where WASM is forbidden. */
function kernelsOn(
  bytes: number,
): { buffer: ArrayBufferLike; dotProducts: DotProducts } | undefined {
  try {
    module ??= new WebAssembly.Module(wasmCode(KERNEL_CODE, SHARED_FLAG, "private"));
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE), maximum: 65_536 });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    return { buffer: memory.buffer, dotProducts: exports.dotProducts as DotProducts };
  } catch {
    return undefined;
  }
}
