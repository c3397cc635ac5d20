/** The WASM kernels of a transformer, compiled and bound to a memory. */

import { decodeWasm } from "../../../common/bytes/index.ts";
import { TermwiseError } from "../../../common/errors.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./transformer-kernels.generated.ts";

/** The kernels; addresses and strides are in bytes, sizes in numbers. See kernels/encoder. */
export interface TransformerKernels {
  /** Quantises rows to int16 strips with values up to `max`, with one scale per row. */
  quantiseStrips(
    x: number,
    stride: number,
    rows: number,
    width: number,
    max: number,
    strips: number,
    scales: number,
  ): void;
  /** Quantises rows to the columns of panels. */
  quantisePanels(
    x: number,
    stride: number,
    rows: number,
    width: number,
    max: number,
    panels: number,
    scales: number,
  ): void;
  /** x Wᵀ + b, finished by one of `FINISH`. */
  linear(
    strips: number,
    rowScales: number,
    rows: number,
    inner: number,
    panels: number,
    columnScales: number,
    bias: number,
    columns: number,
    out: number,
    finish: number,
    residual: number,
    tile: number,
  ): void;
  /** Attention within one text, whose rows hold queries, keys and values. */
  attention(
    x: number,
    tokens: number,
    width: number,
    heads: number,
    out: number,
    scratch: number,
  ): void;
  attentionBytes(tokens: number, width: number, heads: number): number;
  layerNorm(
    x: number,
    rows: number,
    width: number,
    gain: number,
    bias: number,
    epsilon: number,
  ): void;
}

/** The epilogue of `linear`: none, GELU, or a residual addition. */
export const FINISH = { none: 0, gelu: 1, add: 2 } as const;

/** Compiles the kernels for one kind of memory and binds them to it. */
export async function bindKernels(
  memory: WebAssembly.Memory,
  kind: "private" | "shared",
): Promise<TransformerKernels> {
  const bytes = decodeWasm(KERNEL_CODE, SHARED_FLAG, kind);
  if (!WebAssembly.validate(bytes)) {
    throw new TermwiseError("UNAVAILABLE", "this platform has no WebAssembly SIMD");
  }
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  return instance.exports as unknown as TransformerKernels;
}
