/** How a model is trained, as typed. What is not typed is left to the recommendations of the model. */

import { badArgument, quote } from "../../src/common/errors.ts";
import {
  LOSS_NAMES,
  type LossName,
  PUBLISHED_TRAINING,
  type PublishedName,
  type PublishedTraining,
  resolveTraining,
  type SamplingOptions,
  type TrainingSettings,
} from "../../src/training/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./command.ts";

export const SETTING_OPTIONS: readonly Option[] = [
  {
    name: "preset",
    value: "<name>",
    choices: Object.keys(PUBLISHED_TRAINING),
    summary: "training settings of a paper (docs/training.md); explicit options override it",
  },
  {
    name: "loss",
    value: "<name>",
    choices: LOSS_NAMES,
    summary: "loss function; by default hinge, for bert softmax",
  },
  {
    name: "epochs",
    value: "<n>",
    summary: "number of epochs; by default 3, or as many as 600 steps need; for bert 2",
  },
  { name: "max-triples", value: "<n>", summary: "maximum number of triples over all epochs" },
  {
    name: "negatives",
    value: "<n>",
    summary: "number of negatives per relevant document; by default 4, for bert 7",
  },
  {
    name: "random-negatives",
    value: "<n>",
    default: "0",
    summary: "number of additional negatives sampled from the whole index",
  },
  {
    name: "rate",
    value: "<x>",
    summary: "learning rate of the network; by default 0.003, for bert 0.00003",
  },
  {
    name: "salience-rate",
    value: "<x>",
    summary: "learning rate of the salience network; by default 0.0003, for s-conv-knrm 0.001",
  },
  {
    name: "embedding-rate",
    value: "<x>",
    summary:
      "learning rate of the embeddings; by default 0.003, for bert the value of --rate; 0 freezes them",
  },
  { name: "batch", value: "<n>", summary: "batch size in examples; by default 64, for bert 4" },
  {
    name: "period",
    value: "<n>",
    summary: "number of steps between validations; by default 200, or one epoch if shorter",
  },
  {
    name: "patience",
    value: "<n>",
    default: "20",
    summary: "stop after this number of validations without improvement",
  },
  {
    name: "plateau",
    value: "<n>",
    default: "6",
    summary: "halve the learning rates after this number of validations without improvement",
  },
  { name: "seed", value: "<n>", default: "1", summary: "random seed" },
];

/** What a published training says, if one was asked for. */
export function findPreset(args: Arguments): PublishedTraining | undefined {
  const name = args.text("preset");
  return name === undefined ? undefined : PUBLISHED_TRAINING[name as PublishedName];
}

/** What was typed, over a preset; the rest is as recommended for the model. */
export function readTrainingSettings(
  model: string,
  args: Arguments,
): { readonly settings: TrainingSettings; readonly sampling: SamplingOptions } {
  const preset = findPreset(args);
  const sampling: SamplingOptions = {
    ...preset?.sampling,
    ...omitUndefined({
      hard: args.count("negatives", 0),
      random: args.count("random-negatives", 0),
    }),
  };
  const { hard = 0, random = 0 } = resolveTraining(model, { sampling }).sampling;
  const triplesOfExample = args.text("triples") === undefined ? Math.max(1, hard + random) : 1;
  const triples = args.count("max-triples");
  const settings: TrainingSettings = omitUndefined({
    epochs: args.count("epochs"),
    period: args.count("period"),
    loss: args.text("loss") as LossName | undefined,
    seed: args.count("seed", 0),
    batchSize: args.count("batch"),
    mostExamples: triples === undefined ? undefined : Math.ceil(triples / triplesOfExample),
    networkRate: parseRate(args, "rate"),
    salienceRate: parseRate(args, "salience-rate"),
    embeddingRate: parseRate(args, "embedding-rate"),
    patience: args.count("patience"),
    plateau: args.count("plateau"),
  });
  return { settings: { ...preset?.settings, ...settings }, sampling };
}

/** The entries that have a value. */
function omitUndefined<T extends object>(
  entries: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const definedEntries = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(definedEntries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

/** A learning rate as typed. */
export function parseRate(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const rate = Number(text);
  if (text.trim() !== "" && rate >= 0 && Number.isFinite(rate)) return rate;
  throw badArgument(`--${name} must be a number ≥ 0, got ${quote(text)}`);
}
