/** The kernels of an encoder, and the buffers and dispatches of a batch. */

import { BUFFER_USAGE, type GpuDevice, STORAGE_USAGE } from "../../../tensor/webgpu/index.ts";
import type { TransformerWeights } from "../transformer/index.ts";
import { writeAttention } from "./attention-kernel.ts";
import type { BatchSize, Dispatch } from "./dispatch.ts";
import type { GpuLinear, GpuWeights } from "./gpu-weights.ts";
import type { KernelSource } from "./kernel-source.ts";
import {
  type LinearShape,
  NARROW_TILE,
  WIDE_TILE,
  writeDirectLinear,
  writeTiledLinear,
} from "./linear-kernel.ts";
import { writeEmbedding, writePooling, writeResidualNorm } from "./row-kernels.ts";

/** Workgroups below which narrow tiles use more of a GPU than wide ones. */
export const MIN_WIDE_GROUPS = 192;

export type EncoderKernels = Readonly<
  Record<
    "embedding" | "qkv" | "attention" | "output" | "inner" | "outer" | "norm" | "pooling",
    readonly KernelSource[]
  >
>;

export function writeKernels(
  { width, heads, units, epsilon }: TransformerWeights,
  pooling: "mean" | "first",
  isSoftware: boolean,
): EncoderKernels {
  const row = { width, epsilon, lanes: isSoftware ? 1 : 32 };
  const linear = (
    inputs: number,
    outputs: number,
    activation: LinearShape["activation"] = "none",
  ): readonly KernelSource[] => {
    const shape = { inputs, outputs, activation };
    if (isSoftware) return [writeDirectLinear(shape)];
    return [writeTiledLinear(shape, WIDE_TILE), writeTiledLinear(shape, NARROW_TILE)];
  };
  return {
    embedding: [writeEmbedding(row)],
    qkv: linear(width, 3 * width),
    attention: [writeAttention(width, heads)],
    output: linear(width, width),
    inner: linear(width, units, "gelu"),
    outer: linear(units, width),
    norm: [writeResidualNorm(row)],
    pooling: [writePooling(width, pooling)],
  };
}

/** The buffers of a batch of at most `tokens` tokens, and what is submitted. */
export interface PassBuffers {
  readonly tokens: number;
  readonly tokenTable: GPUBuffer;
  readonly blockTable: GPUBuffer;
  readonly offsets: GPUBuffer;
  readonly pass: GPUBuffer;
  readonly vectors: GPUBuffer;
  readonly all: readonly GPUBuffer[];
  readonly submissions: readonly (readonly Dispatch[])[];
}

export function layOutPass(
  gpu: GpuDevice,
  { width, heads, units }: Pick<TransformerWeights, "width" | "heads" | "units">,
  weights: GpuWeights,
  kernels: EncoderKernels,
  tokens: number,
  minWideGroups: number,
): PassBuffers {
  const all: GPUBuffer[] = [];
  const take = (bytes: number, usage = STORAGE_USAGE): GPUBuffer => {
    const buffer = gpu.buffers.take(bytes, usage);
    all.push(buffer);
    return buffer;
  };
  const tokenTable = take(8 * tokens);
  const blockTable = take(16 * tokens);
  const offsets = take(4 * (tokens + 1));
  const pass = take(16, BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST);
  const x = take(4 * width * tokens);
  const attended = take(4 * width * tokens);
  const projected = take(4 * width * tokens);
  const wide = take(4 * Math.max(3 * width, units) * tokens);
  const vectors = projected; // free when texts are pooled
  const bind = (
    name: string,
    { code }: KernelSource,
    buffers: readonly GPUBuffer[],
    count: Dispatch["count"],
    fits?: Dispatch["fits"],
  ): Dispatch => {
    const pipeline = gpu.pipelines.get(code);
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const layout = pipeline.getBindGroupLayout(0);
    return { name, pipeline, group: gpu.device.createBindGroup({ layout, entries }), count, fits };
  };
  const linear = (
    name: "qkv" | "output" | "inner" | "outer",
    from: GPUBuffer,
    { weight, bias }: GpuLinear,
    to: GPUBuffer,
    outputs: number,
  ): Dispatch[] => {
    const groups = (tile: KernelSource, rows: number): readonly [number, number] => [
      Math.ceil(outputs / tile.columns),
      Math.ceil(rows / tile.rows),
    ];
    const [wideTile, narrowTile] = kernels[name] as [KernelSource, KernelSource?];
    const isWide = ({ rows }: BatchSize): boolean => {
      const [across, down] = groups(wideTile, rows);
      return narrowTile === undefined || across * down >= minWideGroups;
    };
    const buffers = [from, weight, bias, to, pass];
    const dispatches = [
      bind(name, wideTile, buffers, ({ rows }) => groups(wideTile, rows), isWide),
    ];
    if (narrowTile !== undefined) {
      const count: Dispatch["count"] = ({ rows }) => groups(narrowTile, rows);
      dispatches.push(bind(name, narrowTile, buffers, count, (batch) => !isWide(batch)));
    }
    return dispatches;
  };
  const only = (name: keyof EncoderKernels): KernelSource => kernels[name][0] as KernelSource;
  const rowGroups: Dispatch["count"] = ({ rows }) => [Math.ceil(rows / only("norm").rows), 1];
  const norm = (
    b: GPUBuffer,
    { weight, bias }: GpuLinear,
    from: GPUBuffer,
    to: GPUBuffer,
  ): Dispatch => bind("norm", only("norm"), [from, b, weight, bias, to, pass], rowGroups);
  const { norm: first, words, positions } = weights;
  const embedding = bind(
    "embedding",
    only("embedding"),
    [tokenTable, words, positions, first.weight, first.bias, x, pass],
    rowGroups,
  );
  const layers = weights.layers.map((layer) => [
    ...linear("qkv", x, layer.qkv, wide, 3 * width),
    bind("attention", only("attention"), [wide, blockTable, attended], ({ blocks }) => [
      blocks,
      heads,
    ]),
    ...linear("output", attended, layer.attentionOutput, projected, width),
    norm(projected, layer.attentionNorm, x, attended),
    ...linear("inner", attended, layer.inner, wide, units),
    ...linear("outer", wide, layer.outer, projected, width),
    norm(projected, layer.outerNorm, attended, x),
  ]);
  const pooled = bind("pooling", only("pooling"), [x, offsets, vectors], ({ texts }) => [texts, 1]);
  const submissions = [[embedding], ...layers, [pooled]];
  return { tokens, tokenTable, blockTable, offsets, pass, vectors, all, submissions };
}
