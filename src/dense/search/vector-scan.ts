/**
 * The vectors of a segment in the memory of the WASM kernels: an exact scan by
 * dot products, and HNSW search if there is a graph. Plain TypeScript computes
 * the same dot products where WASM is not allowed.
 *
 * A scan reads the vectors once, in blocks whose dot products fit the L1 cache.
 * The query is quantised to 12 bits and a sign, a thirtieth of the rounding
 * error of the int8 vectors.
 */

import { badArgument } from "../../common/errors.ts";
import { TimeLimit } from "../../ranking/traversal/index.ts";
import { type HnswGraph, HnswMemory } from "../hnsw/index.ts";
import {
  PRODUCTS_PER_CALL,
  type QuantisedVectors,
  quantiseQuery,
  type VectorKernels,
  VectorMemory,
} from "../vectors/index.ts";

/** Receives the score of a row that may be among the best. */
export type RowScoreCollector = (row: number, score: number) => void;

/** Vectors that can be scanned, scored and searched. */
export class VectorScan {
  readonly dimensions: number;
  readonly count: number;
  readonly #length: number;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;
  readonly #query: Int16Array;
  readonly #products: Int32Array;
  readonly #dotProducts: VectorKernels["dotProducts"];
  readonly #hnswGraph: HnswMemory | undefined;

  /** Copies the vectors, and their graph if there is one, into the memory of the kernels. */
  constructor({ dimensions, codes, scales }: QuantisedVectors, graph?: HnswGraph) {
    this.dimensions = dimensions;
    this.count = scales.length;
    const graphMemory = graph && new HnswMemory({ dimensions, ...graph });
    const memory = graphMemory?.memory ?? new VectorMemory(dimensions, this.count);
    this.#length = memory.length;
    this.#scales = graphMemory?.scales ?? scales.slice();
    this.#scales.set(scales);
    this.#products = memory.products;
    this.#query = memory.query;
    this.#rows = memory.rows;
    this.#rows.set(codes);
    if (graph !== undefined && graphMemory?.canSearch) {
      graphMemory.load(graph);
      this.#hnswGraph = graphMemory;
    }
    this.#dotProducts = memory.kernels?.dotProducts ?? this.#plainProducts.bind(this);
  }

  /** Whether `searchHnsw` has a graph. */
  get hasHnswGraph(): boolean {
    return this.#hnswGraph !== undefined;
  }

  /**
   * About `ef` of the rows nearest to the query, nearest first, by HNSW search; `allow` sets the bits of the rows that
   * may be returned. Approximate: a larger `ef` gives a higher recall. No rows without a graph.
   */
  searchHnsw(
    query: ArrayLike<number>,
    ef: number,
    allow?: (bits: Uint8Array) => void,
  ): Uint32Array {
    this.#writeQuery(query);
    return this.#hnswGraph?.search(ef, allow).slice() ?? new Uint32Array(0);
  }

  /**
   * Passes every row whose score is at least `threshold()` to `take`, in the
   * order of rows; the threshold may rise meanwhile. A score is the dot product
   * of the quantised query and the quantised vector. When time is up, further rows are left out.
   */
  scan(
    query: ArrayLike<number>,
    threshold: () => number,
    take: RowScoreCollector,
    limit: TimeLimit = TimeLimit.none(),
  ): void {
    const unit = this.#writeQuery(query);
    for (let from = 0; from < this.count; from += PRODUCTS_PER_CALL) {
      const count = Math.min(PRODUCTS_PER_CALL, this.count - from);
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
      if (limit.count(count)) return;
    }
  }

  /** The scores of some rows, in their order, each equal to the one that `scan` gives. `OutOfTime` when time is up. */
  scores(
    query: ArrayLike<number>,
    rows: ArrayLike<number>,
    limit: TimeLimit = TimeLimit.none(),
  ): Float64Array {
    const unit = this.#writeQuery(query);
    const scores = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      limit.spend();
      const row = rows[i] as number;
      const at = this.#rows.byteOffset + row * this.#length;
      this.#dotProducts(this.#query.byteOffset, at, 1, this.#length, 0);
      scores[i] = (this.#products[0] as number) * (this.#scales[row] as number) * unit;
    }
    return scores;
  }

  /** A row, dequantised. */
  row(number: number): Float32Array {
    const start = number * this.#length;
    const scale = this.#scales[number] as number;
    const codes = this.#rows.subarray(start, start + this.dimensions);
    return Float32Array.from(codes, (code) => code * scale);
  }

  /** Quantises the query into the memory of the kernels; returns its scale. */
  #writeQuery(query: ArrayLike<number>): number {
    if (query.length !== this.dimensions) {
      throw badArgument(
        `the query's vector has ${query.length} dimensions, those of the index ${this.dimensions}`,
      );
    }
    return quantiseQuery(query, this.#query);
  }

  /** The dot products without WASM. */
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
