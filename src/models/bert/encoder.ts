/**
 * The encoder of BERT: contextual states of the tokens of a sequence.
 *
 * Devlin, Chang, Lee and Toutanova, "BERT: Pre-training of Deep Bidirectional
 * Transformers for Language Understanding", NAACL 2019: embeddings of pieces,
 * positions and sides, then layers of attention and of a two-layer network, each
 * followed by layer normalisation. Variables have the names and the layout,
 * [outputs, inputs], of Hugging Face's `BertForSequenceClassification`. Sequences
 * are ragged, so attention needs no mask. Training drops values of the embeddings
 * and of the output of each half of a layer. The paper also drops attention weights;
 * here these stay inside their operation.
 */

import { type ConcatenatedPairs, concatPairs } from "../../tensor/concat-pairs.ts";
import {
  add,
  affine,
  attention,
  gather,
  gelu,
  layerNorm,
  matmul,
  type Segments,
  segmentElement,
  type Tensor,
  variable,
} from "../../tensor/index.ts";
import { getNodeName } from "../../tensor/node.ts";
import { splitRows } from "../../tensor/pad-segments.ts";
import { everyRow } from "../../tensor/rows.ts";
import { applyDropout, type DropoutLayer } from "../apply-dropout.ts";
import type { PairInputs } from "../pair-batch.ts";

/** The size of an encoder. */
export interface EncoderShape {
  readonly vocabulary: number;
  readonly layers: number;
  /** Values of a token; a multiple of `heads`. */
  readonly width: number;
  readonly heads: number;
  /** Units between the two layers of the network of a layer. */
  readonly units: number;
  /** The longest sequence. */
  readonly places: number;
  /** The share of values that training drops; none by default. */
  readonly dropout?: number;
}

/** x Wᵀ + b */
export interface Linear {
  readonly weight: Tensor;
  readonly bias: Tensor;
}

interface EncoderLayer {
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly attentionOutput: Linear;
  readonly attentionNorm: Linear;
  readonly inner: Linear;
  readonly outer: Linear;
  readonly outerNorm: Linear;
}

export interface Encoder {
  readonly shape: EncoderShape;
  readonly words: Tensor;
  readonly positions: Tensor;
  readonly sides: Tensor;
  readonly norm: Linear;
  readonly layers: readonly EncoderLayer[];
}

/** States of tokens, [tokens, width], and their segments. */
export interface TokenStates {
  readonly x: Tensor;
  readonly segments: Segments;
}

/** Added to the variance by normalisations. */
export const ENCODER_EPSILON = 1e-12;

export function createEncoder(shape: EncoderShape): Encoder {
  const { vocabulary, width, units, places: maxPositions } = shape;
  const table = (name: string, rows: number): Tensor =>
    variable(`bert.embeddings.${name}.weight`, [rows, width]);
  return {
    shape,
    words: table("word_embeddings", vocabulary),
    positions: table("position_embeddings", maxPositions),
    sides: table("token_type_embeddings", 2),
    norm: createNorm("bert.embeddings.LayerNorm", width),
    layers: Array.from({ length: shape.layers }, (_, i) => {
      const name = `bert.encoder.layer.${i}`;
      return {
        query: createLinear(`${name}.attention.self.query`, width, width),
        key: createLinear(`${name}.attention.self.key`, width, width),
        value: createLinear(`${name}.attention.self.value`, width, width),
        attentionOutput: createLinear(`${name}.attention.output.dense`, width, width),
        attentionNorm: createNorm(`${name}.attention.output.LayerNorm`, width),
        inner: createLinear(`${name}.intermediate.dense`, width, units),
        outer: createLinear(`${name}.output.dense`, units, width),
        outerNorm: createNorm(`${name}.output.LayerNorm`, width),
      };
    }),
  };
}

export function createLinear(name: string, inputs: number, outputs: number): Linear {
  return {
    weight: variable(`${name}.weight`, [outputs, inputs]),
    bias: variable(`${name}.bias`, [outputs]),
  };
}

function createNorm(name: string, width: number): Linear {
  return { weight: variable(`${name}.weight`, [width]), bias: variable(`${name}.bias`, [width]) };
}

export function linear({ weight, bias }: Linear, x: Tensor): Tensor {
  return add(matmul(x, weight, { transposeB: true }), bias);
}

/** All variables except the embeddings of the pieces. */
export function listEncoderParameters({
  positions,
  sides,
  norm,
  layers,
}: Encoder): readonly Tensor[] {
  const parts = [norm, ...layers.flatMap((layer) => Object.values(layer) as Linear[])];
  return [positions, sides, ...parts.flatMap(({ weight, bias }) => [weight, bias])];
}

/** The hidden state of every token, query and document of a pair one after the other. */
export function encodeTokens(encoder: Encoder, batch: PairInputs): TokenStates {
  return encodeBelow(encoder, batch, encoder.layers.length);
}

/** The hidden state of the first token of every pair, [pairs, width]. */
export function encodeFirst(encoder: Encoder, batch: PairInputs): Tensor {
  // The last layer computes only one token per pair: a sixth less work with six layers.
  const last = encoder.layers.length - 1;
  const below = encodeBelow(encoder, batch, last);
  const first = splitRows(gather(below.x, segmentElement(below.segments, 0)), 1);
  const drop = createEncoderDropout(encoder, batch);
  const states = applyLayer(encoder, encoder.layers[last] as EncoderLayer, first, below, drop);
  return gather(states, segmentElement(first.segments, 0));
}

/** The states after the first layers. */
function encodeBelow(encoder: Encoder, batch: PairInputs, layers: number): TokenStates {
  const sequence = concatPairs(batch.pairs, encoder.shape.places);
  const { segments } = sequence;
  const drop = createEncoderDropout(encoder, batch);
  return encoder.layers
    .slice(0, layers)
    .reduce<TokenStates>(
      (rows, layer) => ({ x: applyLayer(encoder, layer, rows, rows, drop), segments }),
      {
        x: drop(embedTokens(encoder, batch, sequence), "embeddings"),
        segments,
      },
    );
}

function createEncoderDropout(
  { shape: { dropout = 0 } }: Encoder,
  batch: PairInputs,
): DropoutLayer {
  return applyDropout(batch, dropout);
}

function embedTokens(
  { words, positions, sides, norm }: Encoder,
  { words: pieces, query, document }: PairInputs,
  sequence: ConcatenatedPairs,
): Tensor {
  const vectors = gather(words, pieces);
  const tokens = add(
    gather(gather(vectors, query), sequence.left),
    gather(gather(vectors, document), sequence.right),
  );
  const positionVectors = gather(withDenseGradient(positions), sequence.positions);
  const sideVectors = gather(withDenseGradient(sides), sequence.sides);
  return layerNorm(
    add(add(tokens, sideVectors), positionVectors),
    norm.weight,
    norm.bias,
    ENCODER_EPSILON,
  );
}

/** A table that is read at the same row many times gets a dense gradient. */
function withDenseGradient(table: Tensor): Tensor {
  return affine(table, 1, 0);
}

/** The states of `tokens` after attention to all of `context`. */
function applyLayer(
  { shape: { heads } }: Encoder,
  layer: EncoderLayer,
  tokens: TokenStates,
  context: TokenStates,
  drop: DropoutLayer,
): Tensor {
  const getEveryRow = ({ segments }: TokenStates) => everyRow(segments.over as string);
  const attentionStates = attention(
    linear(layer.query, tokens.x),
    linear(layer.key, context.x),
    linear(layer.value, context.x),
    getEveryRow(tokens),
    getEveryRow(context),
    { left: tokens.segments, right: context.segments },
    heads,
  );
  const part = (of: Linear, x: Tensor): Tensor => drop(linear(of, x), getNodeName(of.weight));
  const attended = applyLayerNorm(
    layer.attentionNorm,
    add(part(layer.attentionOutput, attentionStates), tokens.x),
  );
  const inner = gelu(linear(layer.inner, attended));
  return applyLayerNorm(layer.outerNorm, add(part(layer.outer, inner), attended));
}

function applyLayerNorm({ weight, bias }: Linear, x: Tensor): Tensor {
  return layerNorm(x, weight, bias, ENCODER_EPSILON);
}
