/** Training settings from the command line. Absent ones are those recommended for the model. */

import { SETTINGS_OPTIONS } from "../../src/api/index.ts";
import { defined } from "../../src/common/defined.ts";
import {
  PUBLISHED_TRAINING,
  type PublishedName,
  type PublishedTraining,
  resolveTraining,
  type SamplingOptions,
  type TrainingSettings,
} from "../../src/training/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";
import { readFlags } from "./declared-options.ts";

export const SETTING_OPTIONS: readonly Option[] = [
  {
    name: "preset",
    value: "<name>",
    choices: Object.keys(PUBLISHED_TRAINING),
    summary: "training settings of a paper (docs/training.md); explicit options override it",
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
];

/** The published training that `--preset` names, if any. */
export function findPreset(args: Arguments): PublishedTraining | undefined {
  const name = args.text("preset");
  return name === undefined ? undefined : PUBLISHED_TRAINING[name as PublishedName];
}

/** The options of the command line, over those of a preset; the rest is as recommended for the model. */
export async function readTrainingSettings(
  model: string,
  args: Arguments,
  context: Pick<CommandContext, "files">,
): Promise<{ readonly settings: TrainingSettings; readonly sampling: SamplingOptions }> {
  const preset = findPreset(args);
  const sampling: SamplingOptions = {
    ...preset?.sampling,
    ...defined({
      hard: args.count("negatives", 0),
      random: args.count("random-negatives", 0),
    }),
  };
  const { hard = 0, random = 0 } = resolveTraining(model, { sampling }).sampling;
  const triplesOfExample = args.text("triples") === undefined ? Math.max(1, hard + random) : 1;
  const triples = args.count("max-triples");
  const maxExamples = triples === undefined ? undefined : Math.ceil(triples / triplesOfExample);
  const settings: TrainingSettings = {
    ...selectSettings(await readFlags("train", args, context)),
    ...defined({ maxExamples }),
  };
  return { settings: { ...preset?.settings, ...settings }, sampling };
}

function selectSettings(options: Readonly<Record<string, unknown>>): TrainingSettings {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name in SETTINGS_OPTIONS));
}
