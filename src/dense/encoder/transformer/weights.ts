/** The weights of a transformer: float32 as in a model file, and packed in int16 for the kernels. */

import { badArgument } from "../../../common/errors.ts";
import type { TransformerKernels } from "./transformer-kernels.ts";

/** x Wᵀ + b; the weight is [outputs, inputs]. A normalisation has its gain as weight. */
export interface LinearWeights {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

/** One layer: attention, then a network of two layers, each with a residual and a normalisation. */
export interface TransformerLayer {
  readonly query: LinearWeights;
  readonly key: LinearWeights;
  readonly value: LinearWeights;
  readonly attentionOutput: LinearWeights;
  readonly attentionNorm: LinearWeights;
  readonly inner: LinearWeights;
  readonly outer: LinearWeights;
  readonly outerNorm: LinearWeights;
}

/** A transformer encoder behind its embeddings, with GELU and normalisation after each residual. */
export interface TransformerWeights {
  /** Numbers of a token, a multiple of 8 · heads. */
  readonly width: number;
  readonly heads: number;
  /** Units of the network of a layer, a multiple of 8. */
  readonly units: number;
  readonly epsilon: number;
  /** The normalisation of the embeddings. */
  readonly norm: LinearWeights;
  readonly layers: readonly TransformerLayer[];
}

/** Addresses of a linear layer's weights. */
export interface PackedLinear {
  readonly panels: number;
  readonly scales: number;
  readonly bias: number;
  readonly inputs: number;
  readonly outputs: number;
  /** The largest number that a quantised input may be, so that no sum overflows. */
  readonly maxInput: number;
}

export interface PackedNorm {
  readonly gain: number;
  readonly bias: number;
}

export interface PackedLayer {
  /** Queries, keys and values in one product. */
  readonly qkv: PackedLinear;
  readonly attentionOutput: PackedLinear;
  readonly attentionNorm: PackedNorm;
  readonly inner: PackedLinear;
  readonly outer: PackedLinear;
  readonly outerNorm: PackedNorm;
}

/** A transformer in the memory of the kernels. Plain data, for messages to threads. */
export interface PackedTransformer {
  readonly width: number;
  readonly heads: number;
  readonly units: number;
  readonly epsilon: number;
  readonly norm: PackedNorm;
  readonly layers: readonly PackedLayer[];
}

/** Memory that only grows. */
export interface TransformerMemory {
  reserve(bytes: number): number;
  /** Valid until the next `reserve`. */
  readonly floats: Float32Array;
}

/** The largest quantised weight: 11 bits and a sign. The other bits of a 32-bit sum are for inputs. */
const MAX_WEIGHT = 2047;
/** The largest int16. */
const MAX_INPUT = 32767;
const MAX_SUM = 2 ** 31 - 1;

/** Whether the kernels support this shape. */
export function isComputable({
  width,
  heads,
  units,
}: Pick<TransformerWeights, "width" | "heads" | "units">): boolean {
  return width % (8 * heads) === 0 && units % 8 === 0;
}

/** Quantises and packs all weights, once. */
export function packWeights(
  weights: TransformerWeights,
  memory: TransformerMemory,
  kernels: TransformerKernels,
): PackedTransformer {
  const { width, heads, units, epsilon } = weights;
  if (!isComputable(weights)) {
    throw badArgument(
      `a transformer needs a width that is a multiple of 8 · ${heads} heads and units that are one of 8, got ${width} and ${units}`,
    );
  }
  const put = (values: Float32Array): number => {
    const at = memory.reserve(values.byteLength);
    memory.floats.set(values, at / 4);
    return at;
  };
  const source = memory.reserve(4 * width * Math.max(width, units));
  const linear = (parts: readonly LinearWeights[], inputs: number): PackedLinear => {
    const outputs = parts.reduce((sum, { bias }) => sum + bias.length, 0);
    const panels = memory.reserve(2 * inputs * outputs);
    const scales = memory.reserve(4 * outputs);
    const bias = memory.reserve(4 * outputs);
    let first = 0;
    for (const part of parts) {
      const count = part.bias.length;
      memory.floats.set(part.weight, source / 4);
      memory.floats.set(part.bias, bias / 4 + first);
      const [at, scale] = [panels + 2 * inputs * first, scales + 4 * first];
      kernels.quantisePanels(source, 4 * inputs, count, inputs, MAX_WEIGHT, at, scale);
      first += count;
    }
    const maxInput = Math.min(...parts.map(({ weight }) => computeMaxInput(weight, inputs)));
    return { panels, scales, bias, inputs, outputs, maxInput };
  };
  const norm = ({ weight, bias }: LinearWeights): PackedNorm => ({
    gain: put(weight),
    bias: put(bias),
  });
  return {
    width,
    heads,
    units,
    epsilon,
    norm: norm(weights.norm),
    layers: weights.layers.map((layer) => ({
      qkv: linear([layer.query, layer.key, layer.value], width),
      attentionOutput: linear([layer.attentionOutput], width),
      attentionNorm: norm(layer.attentionNorm),
      inner: linear([layer.inner], width),
      outer: linear([layer.outer], units),
      outerNorm: norm(layer.outerNorm),
    })),
  };
}

/**
 * The largest quantised input for which no sum can overflow, whatever the inputs. Computed
 * from the actual weights, most of which are much smaller than the largest.
 */
function computeMaxInput(weight: Float32Array, inputs: number): number {
  let max = MAX_INPUT;
  for (let row = 0; row < weight.length; row += inputs) {
    let [sum, largest] = [0, 0];
    for (let i = row; i < row + inputs; i++) {
      const size = Math.abs(weight[i] as number);
      sum += size;
      if (size > largest) largest = size;
    }
    if (largest === 0) continue;
    // Rounding adds at most a half to each.
    const quantised = (sum / largest) * MAX_WEIGHT + inputs / 2;
    max = Math.min(max, Math.floor(MAX_SUM / quantised));
  }
  return max;
}
