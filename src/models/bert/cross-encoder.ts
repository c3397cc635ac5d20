/**
 * A published cross-encoder: a BERT whose head is used as it is. Query and document share the
 * positions of one sequence, so only their sum is limited.
 *
 * With one output (`num_labels: 1`, as the MS MARCO cross-encoders of sentence-transformers have)
 * the output is the score; with two (Nogueira and Cho 2019), the second less the first.
 */

import { badArgument } from "../../common/errors.ts";
import { sigmoid, type Tensor } from "../../tensor/index.ts";
import { defineModelKind, type ModelKind } from "../neural-model.ts";
import { BERT_BASE, type BertOptions, createBertBody, subtractClasses } from "./bert.ts";

export type CrossEncoderOptions = BertOptions & {
  /** 1 or 2. */
  readonly outputs: number;
  /** `identity`, or `sigmoid` for scores between 0 and 1. */
  readonly activation: string;
};

/** The model of a published checkpoint. It is opened from its files and not trained here. */
export const CROSS_ENCODER: ModelKind<CrossEncoderOptions> = defineModelKind(
  "cross-encoder",
  "a BERT with the head of its checkpoint (Nogueira and Cho 2019; Reimers and Gurevych 2019)",
  { ...BERT_BASE, outputs: 1, activation: "identity" },
  (options) => {
    const { outputs, activation, places } = options;
    if (outputs > 2) throw badArgument(`cross-encoder outputs must be 1 or 2, got ${outputs}`);
    const lead = (classes: Tensor): Tensor => (outputs === 1 ? classes : subtractClasses(classes));
    return createBertBody(options, {
      outputs,
      longestQuery: places,
      longestDocument: places,
      toScores: (classes) => (activation === "sigmoid" ? sigmoid(lead(classes)) : lead(classes)),
    });
  },
);
