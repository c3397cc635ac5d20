/** The weights of a pretrained BERT as an inference-only transformer and its embedding tables. */

import { createEncoder, ENCODER_EPSILON, type Linear } from "../../models/bert/index.ts";
import type { PretrainedBert } from "../../models/index.ts";
import type { Tensor } from "../../tensor/index.ts";
import type { TransformerLayer, TransformerWeights } from "./transformer/index.ts";

/** A transformer, and tables of embeddings, row by row. */
export interface ReadTransformer {
  readonly weights: TransformerWeights;
  readonly words: Float32Array;
  /** Position embeddings plus the embedding of the first segment. */
  readonly positions: Float32Array;
}

export function readTransformer({
  tokenizer,
  values,
  options: shape,
}: PretrainedBert): ReadTransformer {
  const encoder = createEncoder({ ...shape, vocabulary: tokenizer.size });
  const readValues = ({ attributes }: Tensor): Float32Array =>
    values.get(String(attributes.name)) as Float32Array;
  const part = ({ weight, bias }: Linear) => ({
    weight: readValues(weight),
    bias: readValues(bias),
  });
  const { width, heads, units } = shape;
  const layers = encoder.layers.map(
    (layer) =>
      Object.fromEntries(
        Object.entries(layer).map(([name, linear]) => [name, part(linear)]),
      ) as unknown as TransformerLayer,
  );
  const side = readValues(encoder.sides);
  const positions = readValues(encoder.positions).map(
    (value, i) => value + (side[i % width] as number),
  );
  const norm = part(encoder.norm);
  const weights = { width, heads, units, epsilon: ENCODER_EPSILON, norm, layers };
  return { weights, words: readValues(encoder.words), positions };
}
