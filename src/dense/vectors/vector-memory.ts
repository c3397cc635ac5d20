/**
 * Rows of vectors where the kernels read them: one memory for each set of rows,
 * with room for a query, the products of a block and whatever else is asked for.
 */

import { decodeWasm } from "../../common/bytes/index.ts";
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
export const PRODUCTS_PER_CALL = 2048;

const PAGE = 65_536;
const MAX_PAGES = 65_536;

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

/** A memory of so many bytes with the kernels on it; undefined where WASM is forbidden. */
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
