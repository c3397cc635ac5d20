/**
 * The forward pass of a transformer over a batch of texts. Linear layers process
 * all rows together, attention each text by itself. The result of a text is
 * bit-identical in any batch.
 */

import { FINISH, type TransformerKernels } from "./transformer-kernels.ts";
import type { PackedLinear, PackedTransformer } from "./weights.ts";

/** Rows per block of the feed-forward network: its hidden activations stay in the cache. */
const BLOCK = 64;
const ALIGNMENT = 64;

/** Memory layout of one forward pass. */
export interface PassMemory {
  /** Embeddings of all tokens, row by row; the states of the last layer afterwards. */
  readonly x: number;
  readonly qkv: number;
  readonly context: number;
  readonly hidden: number;
  readonly strips: number;
  readonly scales: number;
  readonly scratch: number;
  readonly bytes: number;
}

/** Lays out a pass over a number of tokens, from `start` on. */
export function layOutPassMemory(
  start: number,
  tokens: number,
  { width, heads, units }: PackedTransformer,
  kernels: TransformerKernels,
): PassMemory {
  let end = start;
  const take = (bytes: number): number => {
    const at = end;
    end = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    return at;
  };
  const rows = Math.ceil(tokens / 8) * 8;
  const offsets = {
    x: take(4 * rows * width),
    qkv: take(12 * rows * width),
    context: take(4 * rows * width),
    hidden: take(4 * BLOCK * units),
    strips: take(2 * Math.max(rows * width, BLOCK * units)),
    scales: take(4 * Math.max(rows, BLOCK)),
    scratch: take(128 + kernels.attentionBytes(rows, width, heads)),
  };
  return { ...offsets, bytes: end - start };
}

/** Runs the pass. A text is the rows from one of `offsets` to the next. */
export function forward(
  kernels: TransformerKernels,
  model: PackedTransformer,
  arena: PassMemory,
  offsets: ArrayLike<number>,
): void {
  const { width, heads, epsilon, norm } = model;
  const rows = offsets[offsets.length - 1] as number;
  const { x, qkv, context, hidden, strips, scales, scratch } = arena;
  /** Quantises rows and multiplies them. */
  const linear = (
    { panels, scales: columnScales, bias, inputs, outputs, maxInput }: PackedLinear,
    source: number,
    count: number,
    out: number,
    finish: number,
    residual = 0,
  ): void => {
    kernels.quantiseStrips(source, 4 * inputs, count, inputs, maxInput, strips, scales);
    kernels.linear(
      strips,
      scales,
      count,
      inputs,
      panels,
      columnScales,
      bias,
      outputs,
      out,
      finish,
      residual,
      scratch,
    );
  };
  kernels.layerNorm(x, rows, width, norm.gain, norm.bias, epsilon);
  for (const layer of model.layers) {
    const { attentionNorm: attendedNorm, outerNorm } = layer;
    forEachBlock(rows, (first, count) => {
      linear(layer.qkv, x + 4 * first * width, count, qkv + 12 * first * width, FINISH.none);
    });
    for (let text = 0; text + 1 < offsets.length; text++) {
      const first = offsets[text] as number;
      const tokens = (offsets[text + 1] as number) - first;
      const [from, to] = [qkv + 12 * first * width, context + 4 * first * width];
      kernels.attention(from, tokens, width, heads, to, scratch);
    }
    forEachBlock(rows, (first, count) => {
      const at = x + 4 * first * width;
      linear(layer.attentionOutput, context + 4 * first * width, count, at, FINISH.add, at);
      kernels.layerNorm(at, count, width, attendedNorm.gain, attendedNorm.bias, epsilon);
      linear(layer.inner, at, count, hidden, FINISH.gelu);
      linear(layer.outer, hidden, count, at, FINISH.add, at);
      kernels.layerNorm(at, count, width, outerNorm.gain, outerNorm.bias, epsilon);
    });
  }
}

function forEachBlock(rows: number, work: (first: number, count: number) => void): void {
  for (let first = 0; first < rows; first += BLOCK) work(first, Math.min(BLOCK, rows - first));
}
