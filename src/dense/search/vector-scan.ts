/**
 * Exact search by meaning: the dot products of a query with every vector, in
 * WASM where there is any, and the best of them. Beside it the walk through a
 * graph of near vectors, which finds most of the same by looking at few.
 *
 * The vectors lie in memory of the kernels from the start; a search reads them
 * once, in blocks whose products fit the nearest cache. The query is kept with
 * 12 bits and its sign, a thirtieth of the rounding that the vectors' bytes have.
 */

import { badArgument } from "../../common/errors.ts";
import { TimeLimit } from "../../ranking/traversal/index.ts";
import {
  type HnswGraph,
  HnswMemory,
  PRODUCTS_PER_CALL,
  type QuantisedVectors,
  type VectorKernels,
  VectorMemory,
} from "../vectors/index.ts";

/** Takes the score of a row that may be among the best. */
export type RowScoreCollector = (row: number, score: number) => void;

const MAX_QUERY_CODE = (1 << 12) - 1;

/** The vectors of a segment, ready to be compared with queries. */
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

  /** Takes a copy of the vectors, and of the graph over them if there is one, into memory that the kernels read. */
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

  /** Whether there is a graph to `walk`. */
  get hasHnswGraph(): boolean {
    return this.#hnswGraph !== undefined;
  }

  /**
   * About `ef` of the rows nearest to the query, by the graph, nearest first; `allow` sets the bits of those that may
   * be found. Not surely the nearest: the larger `ef`, the surer. None without a graph.
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
   * Gives every row whose score is at least `threshold()`, in the order of rows;
   * the threshold may rise meanwhile. A score is the dot product of the query
   * with the vector as its bytes have it. When time is up, further rows are left out.
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
    const unit = largest / MAX_QUERY_CODE;
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
