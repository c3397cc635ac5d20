/**
 * BERT as a cross-encoder: query and document in one sequence, the score from its
 * first token.
 *
 * Nogueira and Cho, "Passage Re-ranking with BERT", 2019. The first token's state
 * goes through the pooler, tanh(W h + b), and a layer of two outputs; the score is
 * the second less the first, so that the pointwise cross-entropy of scores is that
 * of the two classes.
 *
 * Tokens are word pieces with special tokens: `[CLS] query [SEP]` on the query's
 * side and `document [SEP]` on the document's.
 */

import { badArgument } from "../../common/errors.ts";
import type { Random } from "../../common/random.ts";
import { reshape, slice, subtract, type Tensor, tanh } from "../../tensor/index.ts";
import { applyDropout } from "../apply-dropout.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "../neural-model.ts";
import type { MaxLengths } from "../pair-batch.ts";
import { CROSS_ENCODER_TRAINING } from "../recommended-training.ts";
import type { ModelVocabulary } from "../word-inputs.ts";
import {
  createEncoder,
  createLinear,
  encodeFirst,
  type Linear,
  linear,
  listEncoderParameters,
} from "./encoder.ts";

/** The shape of a BERT. */
export type BertOptions = {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly units: number;
  /**
   * The longest sequence, and the part of it that a query may take, including its
   * two special tokens.
   */
  readonly places: number;
  readonly queryPlaces: number;
  /** The share of values that training drops. */
  readonly dropout: number;
};

/** BERT-Base. */
export const BERT_BASE: BertOptions = {
  layers: 12,
  width: 768,
  heads: 12,
  units: 3072,
  places: 512,
  queryPlaces: 66,
  dropout: 0.1,
};

/** BERT-Large. */
export const BERT_LARGE: BertOptions = {
  ...BERT_BASE,
  layers: 24,
  width: 1024,
  heads: 16,
  units: 4096,
};

/** Standard deviation of values that no file provides. */
const DEVIATION = 0.02;

/** BERT as a cross-encoder: query and document in one sequence. */
export const BERT: ModelKind<BertOptions> = defineModelKind(
  "bert",
  "both texts in one sequence through a transformer (Devlin et al. 2019, Nogueira and Cho 2019)",
  BERT_BASE,
  (options): ModelBody => {
    const { places: maxPositions, queryPlaces: maxQueryPositions } = options;
    if (maxQueryPositions >= maxPositions) {
      throw badArgument(
        `bert queryPlaces must be below its ${maxPositions} places, got ${maxQueryPositions}`,
      );
    }
    return createBertBody(options, {
      outputs: 2,
      longestQuery: maxQueryPositions,
      longestDocument: maxPositions - maxQueryPositions,
      toScores: subtractClasses,
    });
  },
  CROSS_ENCODER_TRAINING,
);

/** The head of a cross-encoder, and the lengths of its texts. */
export interface BertHead extends Required<MaxLengths> {
  readonly outputs: number;
  /** Scores from the outputs of the last layer, [pairs, outputs]. */
  toScores(classes: Tensor): Tensor;
}

/** An encoder, its pooler, and a layer over the pooled state of the first token. */
export function createBertBody(
  options: BertOptions & ModelVocabulary,
  { outputs, longestQuery, longestDocument, toScores }: BertHead,
): ModelBody {
  const { width, heads, tableRows } = options;
  if (tableRows !== undefined) throw badArgument("bert reads word pieces, and no sub-words");
  if (width % heads !== 0) {
    throw badArgument(`bert width must be a multiple of its ${heads} heads, got ${width}`);
  }
  const encoder = createEncoder(options);
  const pooler = createLinear("bert.pooler.dense", width, width);
  const classifier = createLinear("classifier", width, outputs);
  const network = [
    ...listEncoderParameters(encoder),
    ...[pooler, classifier].flatMap(({ weight, bias }: Linear) => [weight, bias]),
  ];
  return {
    embeddings: encoder.words,
    trained: { embeddings: [encoder.words], network },
    frozen: [],
    needs: { unknown: "blank", longestQuery, longestDocument },
    usesIdf: false,
    score(batch) {
      const drop = applyDropout(batch, options.dropout);
      const pooled = tanh(linear(pooler, encodeFirst(encoder, batch)));
      const classes = linear(classifier, drop(pooled, "pooler"));
      return reshape(toScores(classes), batch.pairs.left.shape);
    },
    initialValues: (random, pretrained = {}) =>
      new Map(
        [encoder.words, ...network].map((part) => [
          part,
          pretrained.values?.get(getVariableName(part)) ??
            initialiseVariable(part, random.split(getVariableName(part))),
        ]),
      ),
  };
}

/** The second of two outputs less the first. */
export function subtractClasses(classes: Tensor): Tensor {
  return subtract(slice(classes, 1, 2), slice(classes, 0, 1));
}

/** Gains of normalisations are 1, biases 0, all others normal with a small deviation. */
function initialiseVariable(part: Tensor, random: Random): Float32Array {
  const shape = part.shape as readonly number[];
  const values = new Float32Array(shape.reduce((a, b) => a * b, 1));
  const name = getVariableName(part);
  if (name.endsWith("LayerNorm.weight")) return values.fill(1);
  if (name.endsWith("bias")) return values;
  return values.map(() => DEVIATION * random.normal());
}

function getVariableName({ attributes }: Tensor): string {
  return String(attributes.name);
}
