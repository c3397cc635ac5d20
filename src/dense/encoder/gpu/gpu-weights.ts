/** The weights of a transformer and its embeddings, in buffers of a GPU. */

import { TermwiseError } from "../../../common/errors.ts";
import { type GpuDevice, STORAGE_USAGE } from "../../../tensor/webgpu/index.ts";
import type { LinearWeights, TransformerLayer, TransformerWeights } from "../transformer/index.ts";
import { packLinearWeights } from "./linear-kernel.ts";

/** Tables whose rows are summed: of pieces, and of positions with the first segment. */
export interface EmbeddingTables {
  readonly words: Float32Array;
  readonly positions: Float32Array;
}

export interface GpuLinear {
  readonly weight: GPUBuffer;
  readonly bias: GPUBuffer;
}

export interface GpuLayer {
  /** Queries, keys and values in one product. */
  readonly qkv: GpuLinear;
  readonly attentionOutput: GpuLinear;
  readonly attentionNorm: GpuLinear;
  readonly inner: GpuLinear;
  readonly outer: GpuLinear;
  readonly outerNorm: GpuLinear;
}

export interface GpuWeights {
  readonly words: GPUBuffer;
  readonly positions: GPUBuffer;
  readonly norm: GpuLinear;
  readonly layers: readonly GpuLayer[];
}

/** Uploads all weights, layer by layer, so that one packed layer at a time is in memory twice. */
export async function uploadWeights(
  gpu: GpuDevice,
  { width, units, norm, layers }: TransformerWeights,
  { words, positions }: EmbeddingTables,
): Promise<GpuWeights> {
  const upload = (values: Float32Array): GPUBuffer => {
    checkBufferSize(gpu, values.byteLength);
    const buffer = gpu.buffers.take(values.byteLength, STORAGE_USAGE);
    gpu.write(buffer, 0, values);
    return buffer;
  };
  const linear = (parts: readonly LinearWeights[], inputs: number): GpuLinear => {
    const { weight, bias } = packLinearWeights(parts, inputs);
    return { weight: upload(weight), bias: upload(bias) };
  };
  const vectors = ({ weight, bias }: LinearWeights): GpuLinear => ({
    weight: upload(weight),
    bias: upload(bias),
  });
  const uploadLayer = (layer: TransformerLayer): GpuLayer => ({
    qkv: linear([layer.query, layer.key, layer.value], width),
    attentionOutput: linear([layer.attentionOutput], width),
    attentionNorm: vectors(layer.attentionNorm),
    inner: linear([layer.inner], width),
    outer: linear([layer.outer], units),
    outerNorm: vectors(layer.outerNorm),
  });
  const check = <T>(work: () => T): Promise<T> => gpu.check("the weights of the encoder", work);
  const tables = await check(() => ({
    words: upload(words),
    positions: upload(positions),
    norm: vectors(norm),
  }));
  const uploaded: GpuLayer[] = [];
  for (const layer of layers) uploaded.push(await check(() => uploadLayer(layer)));
  return { ...tables, layers: uploaded };
}

/** `LIMIT_EXCEEDED` for a buffer that a kernel cannot be given. */
function checkBufferSize({ limits }: GpuDevice, bytes: number): void {
  const limit = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  if (bytes <= limit) return;
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `the encoder has a table of ${bytes} bytes; the GPU takes at most ${limit} in one buffer`,
    { bytes, limit },
  );
}
