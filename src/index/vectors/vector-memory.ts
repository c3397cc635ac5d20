/**
 * Rows of vectors where the kernels read them: one memory for each set of rows,
 * with room for a query, the products of a block and whatever else is asked for.
 */

import { wasmCode } from "../../common/bytes/index.ts";
import { rowLength } from "./quantised-vectors.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./vector-kernels.generated.ts";

/** What the kernels export; addresses are in bytes. See kernels/vectors. */
export interface VectorKernels {
  dotProducts(query: number, rows: number, count: number, length: number, out: number): void;
  place(...numbers: readonly number[]): void;
  search(entry: number, top: number, ef: number, allowed: number, out: number): number;
  insert(row: number, level: number, entry: number, top: number, ef: number): void;
}

/** Rows whose products are computed at once: they fit the nearest cache. */
export const PRODUCTS_AT_ONCE = 2048;

const PAGE = 65_536;
const MOST_PAGES = 65_536;

let module: WebAssembly.Module | undefined;

/** Memory for so many rows, all zeros at first. */
export class VectorMemory {
  /** Undefined where WASM is forbidden, or the memory is larger than it can have. */
  readonly kernels: VectorKernels | undefined;
  readonly buffer: ArrayBufferLike;
  readonly products: Int32Array;
  readonly query: Int16Array;
  readonly rows: Int8Array;
  readonly length: number;
  readonly count: number;
  /** Where the bytes begin that were asked for beside the rows. */
  readonly restAt: number;

  constructor(dimensions: number, count: number, { rest = 0 }: { readonly rest?: number } = {}) {
    this.length = rowLength(dimensions);
    this.count = count;
    const queryAt = 4 * PRODUCTS_AT_ONCE;
    const rowsAt = queryAt + 2 * this.length;
    this.restAt = rowsAt + count * this.length;
    const bytes = this.restAt + rest;
    const wasm = kernelsOn(bytes);
    this.buffer = wasm?.buffer ?? new ArrayBuffer(rest === 0 ? bytes : this.restAt);
    this.kernels = wasm?.kernels;
    this.products = new Int32Array(this.buffer, 0, PRODUCTS_AT_ONCE);
    this.query = new Int16Array(this.buffer, queryAt, this.length);
    this.rows = new Int8Array(this.buffer, rowsAt, count * this.length);
  }
}

/** A memory of so many bytes with the kernels on it; undefined where WASM is forbidden. */
function kernelsOn(bytes: number): { buffer: ArrayBufferLike; kernels: VectorKernels } | undefined {
  try {
    module ??= new WebAssembly.Module(wasmCode(KERNEL_CODE, SHARED_FLAG, "private"));
    const initial = Math.ceil(bytes / PAGE);
    const memory = new WebAssembly.Memory({ initial, maximum: MOST_PAGES });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    return { buffer: memory.buffer, kernels: exports as unknown as VectorKernels };
  } catch {
    return undefined;
  }
}
