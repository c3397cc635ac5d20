/**
 * Vectors in the memory of the WASM kernels: one memory per set of rows, with
 * buffers for a query, for the dot products of a block, and for an HNSW graph.
 */

import { decodeWasm } from "../../common/bytes/index.ts";
import { rowLength } from "./quantised-vectors.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./vector-kernels.generated.ts";

/** The WASM kernels: dot products and HNSW. Addresses are in bytes. See kernels/vectors. */
export interface VectorKernels {
  dotProducts(query: number, rows: number, count: number, length: number, out: number): void;
  setLayout(...numbers: readonly number[]): void;
  search(entry: number, top: number, ef: number, allowed: number, out: number): number;
  insert(row: number, level: number, entry: number, top: number, ef: number): void;
}

/** Rows per call: their dot products fit the L1 cache. */
export const PRODUCTS_PER_CALL = 2048;

const PAGE = 65_536;
const MAX_PAGES = 65_536;

let module: WebAssembly.Module | undefined;

/** Memory for a number of rows, initially zeros. */
export class VectorMemory {
  /** Undefined where WASM is not allowed, or the memory exceeds its limit. */
  readonly kernels: VectorKernels | undefined;
  readonly buffer: ArrayBufferLike;
  readonly products: Int32Array;
  readonly query: Int16Array;
  readonly rows: Int8Array;
  readonly length: number;
  readonly count: number;
  /** Offset of the extra bytes. */
  readonly extraOffset: number;

  constructor(
    dimensions: number,
    count: number,
    { extraBytes = 0 }: { readonly extraBytes?: number } = {},
  ) {
    this.length = rowLength(dimensions);
    this.count = count;
    const queryAt = 4 * PRODUCTS_PER_CALL;
    const rowsAt = queryAt + 2 * this.length;
    this.extraOffset = rowsAt + count * this.length;
    const bytes = this.extraOffset + extraBytes;
    const wasm = instantiateKernels(bytes);
    this.buffer = wasm?.buffer ?? new ArrayBuffer(extraBytes === 0 ? bytes : this.extraOffset);
    this.kernels = wasm?.kernels;
    this.products = new Int32Array(this.buffer, 0, PRODUCTS_PER_CALL);
    this.query = new Int16Array(this.buffer, queryAt, this.length);
    this.rows = new Int8Array(this.buffer, rowsAt, count * this.length);
  }
}

/** Instantiates the kernels on a memory of this size; undefined where WASM is not allowed. */
function instantiateKernels(
  bytes: number,
): { buffer: ArrayBufferLike; kernels: VectorKernels } | undefined {
  try {
    module ??= new WebAssembly.Module(decodeWasm(KERNEL_CODE, SHARED_FLAG, "private"));
    const initial = Math.ceil(bytes / PAGE);
    const memory = new WebAssembly.Memory({ initial, maximum: MAX_PAGES });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    return { buffer: memory.buffer, kernels: exports as unknown as VectorKernels };
  } catch {
    return undefined;
  }
}
