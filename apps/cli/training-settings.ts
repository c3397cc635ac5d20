/** How a model is trained, as typed: what is not typed is a setting that worked for the model. */

import { badArgument, quote } from "../../src/common/errors.ts";
import type { LossName, TrainingSettings } from "../../src/training/index.ts";
import type { Arguments } from "./arguments.ts";

/** Settings that worked, of the models that read words and of BERT (docs/training.md). */
const STANDARD = { loss: "hinge", epochs: 3, rate: 0.003, batch: 64, negatives: 4 };
const BERT_STANDARD = { loss: "softmax", epochs: 2, rate: 0.00003, batch: 4, negatives: 7 };
const BERT_COURSE = { warmUp: 0.1, weightDecay: 0.01, clip: 1 };

/** The settings of a training, and how many worse documents go with a relevant one. */
export function typedSettings(
  model: string,
  args: Arguments,
): { readonly settings: TrainingSettings; readonly negatives: number } {
  const isBert = model === "bert";
  const standard = isBert ? BERT_STANDARD : STANDARD;
  const rate = rateOf(args, "rate") ?? standard.rate;
  const salienceRate = rateOf(args, "salience-rate");
  const settings: TrainingSettings = {
    loss: (args.text("loss") ?? standard.loss) as LossName,
    seed: args.count("seed", 0) ?? 1,
    epochs: args.count("epochs") ?? standard.epochs,
    batchSize: args.count("batch") ?? standard.batch,
    mostExamples: args.count("max-triples") ?? Infinity,
    networkRate: rate,
    ...(salienceRate === undefined ? {} : { salienceRate }),
    embeddingRate: rateOf(args, "embedding-rate") ?? (isBert ? rate : STANDARD.rate),
    period: args.count("period") ?? 200,
    ...(isBert ? BERT_COURSE : {}),
  };
  return { settings, negatives: args.count("negatives") ?? standard.negatives };
}

function rateOf(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const rate = Number(text);
  if (text.trim() !== "" && rate >= 0 && Number.isFinite(rate)) return rate;
  throw badArgument(`--${name} must be a number ≥ 0, got ${quote(text)}`);
}
