/** How a model is trained, as typed: what is not typed is a setting that worked for the model. */

import { badArgument, quote } from "../../src/common/errors.ts";
import type { ModelOptions } from "../../src/models/index.ts";
import {
  LOSS_NAMES,
  type LossName,
  type SamplingOptions,
  type TrainingSettings,
} from "../../src/training/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./command.ts";

/** Settings that worked, of the models that read words and of BERT (docs/training.md). */
const STANDARD = { loss: "hinge", epochs: undefined, rate: 0.003, batch: 64, negatives: 4 };
const BERT_STANDARD = { loss: "softmax", epochs: 2, rate: 0.00003, batch: 4, negatives: 7 };
const BERT_COURSE = { warmUp: 0.1, weightDecay: 0.01, clip: 1 };
/** The salience net of S-ConvKNRM reads every n-gram: narrow, it takes a fraction of the time and learns as well. */
const NARROW_SALIENCE = { options: { salienceUnits: 32 }, salienceRate: 0.001 };

/** Options of a model that are other than its own when nobody types them. */
export function standardOptions(model: string): ModelOptions {
  return model === "s-conv-knrm" ? NARROW_SALIENCE.options : {};
}

export const SETTING_OPTIONS: readonly Option[] = [
  {
    name: "loss",
    value: "<name>",
    choices: LOSS_NAMES,
    summary: "what to make small; by default hinge, for bert softmax",
  },
  {
    name: "epochs",
    value: "<n>",
    summary: "passes over the examples; by default 3, or so many as make 600 steps; for bert 2",
  },
  { name: "max-triples", value: "<n>", summary: "triples at most, over all epochs" },
  {
    name: "negatives",
    value: "<n>",
    summary: "worse documents for each relevant one; by default 4, for bert 7",
  },
  {
    name: "random-negatives",
    value: "<n>",
    default: "0",
    summary: "as many more from anywhere in the index",
  },
  {
    name: "rate",
    value: "<x>",
    summary: "learning rate of the network; by default 0.003, for bert 0.00003",
  },
  {
    name: "salience-rate",
    value: "<x>",
    summary: "of what makes the salience of words; by default 0.0003, for s-conv-knrm 0.001",
  },
  {
    name: "embedding-rate",
    value: "<x>",
    summary: "and of the embeddings; by default 0.003, for bert as the network; 0 keeps them",
  },
  { name: "batch", value: "<n>", summary: "examples of a step; by default 64, for bert 4" },
  {
    name: "period",
    value: "<n>",
    summary: "steps between validations; by default 200, or an epoch",
  },
  {
    name: "patience",
    value: "<n>",
    default: "20",
    summary: "ends after so many validations without a better one",
  },
  {
    name: "plateau",
    value: "<n>",
    default: "6",
    summary: "halves the rates after so many validations without a better one",
  },
  { name: "seed", value: "<n>", default: "1", summary: "decides all chance" },
];

/** The settings of a training, and which worse documents go with a relevant one. */
export function typedSettings(
  model: string,
  args: Arguments,
): { readonly settings: TrainingSettings; readonly sampling: SamplingOptions } {
  const isBert = model === "bert";
  const standard = isBert ? BERT_STANDARD : STANDARD;
  const rate = rateOf(args, "rate") ?? standard.rate;
  const standardSalience = model === "s-conv-knrm" ? NARROW_SALIENCE.salienceRate : 0.0003;
  const salienceRate = rateOf(args, "salience-rate") ?? standardSalience;
  const hard = args.count("negatives", 0) ?? standard.negatives;
  const sampling = { hard, random: args.count("random-negatives", 0) ?? 0 };
  const isFile = args.text("triples") !== undefined;
  const triplesOfExample = isFile ? 1 : Math.max(1, sampling.hard + sampling.random);
  const epochs = args.count("epochs") ?? standard.epochs;
  const period = args.count("period");
  const settings: TrainingSettings = {
    ...(epochs === undefined ? {} : { epochs }),
    ...(period === undefined ? {} : { period }),
    loss: (args.text("loss") ?? standard.loss) as LossName,
    seed: args.count("seed", 0) ?? 1,
    batchSize: args.count("batch") ?? standard.batch,
    mostExamples: Math.ceil((args.count("max-triples") ?? Infinity) / triplesOfExample),
    networkRate: rate,
    salienceRate,
    embeddingRate: rateOf(args, "embedding-rate") ?? (isBert ? rate : STANDARD.rate),
    patience: args.count("patience") ?? 20,
    plateau: args.count("plateau") ?? 6,
    ...(isBert ? BERT_COURSE : {}),
  };
  return { settings, sampling };
}

function rateOf(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const rate = Number(text);
  if (text.trim() !== "" && rate >= 0 && Number.isFinite(rate)) return rate;
  throw badArgument(`--${name} must be a number ≥ 0, got ${quote(text)}`);
}
