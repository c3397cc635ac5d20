/**
 * Models with vocabularies of different sizes: the words that occur at least 100, 50, … times, all
 * words, and fastText, whose words are composed of trigrams. The tables and figures of Hofstätter
 * et al. (SIGIR 2019) share these outcomes.
 */

import type { TrainingSummary } from "../../src/analysis/report.ts";
import { PUBLISHED_TRAINING, type PublishedName } from "../../src/training/index.ts";
import type { ExperimentOption, ExperimentRequest } from "../experiment.ts";
import { NEURAL_OPTIONS } from "../neural/neural-options.ts";
import type { NeuralWorkload } from "../neural/neural-workload.ts";
import { listTrainings, measureTrainedRows, type SystemRow } from "../neural/system-rows.ts";
import type { TrainedSystem } from "../neural/training-outcome.ts";
import type { VocabularyChoice } from "../neural/vocabulary-cache.ts";

/** Models of the paper, by their names there. */
export const VOCABULARY_MODELS: Readonly<Record<string, string>> = {
  MatchPyramid: "match-pyramid",
  KNRM: "knrm",
  ConvKNRM: "conv-knrm",
};

/** Vocabularies by name, from the smallest, with the minimum count of a word. */
export const VOCABULARIES: Readonly<Record<string, number>> = {
  "Voc-100": 100,
  "Voc-50": 50,
  "Voc-25": 25,
  "Voc-10": 10,
  "Voc-5": 5,
  "Voc-Full": 1,
  // On equal footing with FastText: the same vectors, of the same text, without its trigrams.
  "Voc-Full-own": 1,
  FastText: 1,
};

/** The vocabularies of the paper. */
const OF_PAPER = Object.keys(VOCABULARIES).filter((name) => name !== "Voc-Full-own");

/** The initial vectors of vocabularies that do not start with the given ones. */
const STARTS: Readonly<Record<string, VocabularyChoice["start"]>> = {
  FastText: "fasttext",
  "Voc-Full-own": "own",
};

/** The options of every experiment on vocabularies. */
export const VOCABULARY_OPTIONS: readonly ExperimentOption[] = [
  {
    name: "vocabularies",
    summary: "which vocabularies; Voc-Full-own: all words, with the vectors of FastText",
    default: OF_PAPER.join(" "),
  },
  { name: "models", summary: "which models", default: Object.keys(VOCABULARY_MODELS).join(" ") },
  {
    name: "without",
    summary: "systems to leave out, such as KNRM:Voc-5, because not all their seeds are trained",
    default: "",
  },
  {
    name: "training",
    summary: "collection: settings of the collection; sigir19, sigir19-code: of the paper",
    default: "collection",
  },
  ...NEURAL_OPTIONS,
];

/** The collections: short texts with many rare words. */
export const VOCABULARY_COLLECTIONS: readonly string[] = ["msmarco-mini", "wikiqa"];
/** Those of the quick size. */
export const VOCABULARY_QUICK: readonly string[] = ["wikiqa"];

/** The length of every training, by names such as `KNRM Voc-5`. */
export function listVocabularyTrainings(
  collection: string,
  byModel: ReadonlyMap<string, readonly SystemRow[]>,
): readonly TrainingSummary[] {
  return [...byModel].flatMap(([model, rows]) =>
    listTrainings(
      collection,
      rows.map((row) => ({ ...row, name: `${model} ${row.name}` })),
    ),
  );
}

/** The rows of every vocabulary by model. */
export async function measureVocabularyRows(
  workload: NeuralWorkload,
  request: ExperimentRequest,
): Promise<ReadonlyMap<string, readonly SystemRow[]>> {
  const byModel = new Map<string, readonly SystemRow[]>();
  for (const [model, systems] of groupVocabularySystems(request)) {
    byModel.set(model, await measureTrainedRows(workload, systems, request.number("seeds")));
  }
  return byModel;
}

/** All systems of a request. */
export function listVocabularySystems(request: ExperimentRequest): readonly TrainedSystem[] {
  return [...groupVocabularySystems(request)].flatMap(([model, systems]) =>
    systems.map((system) => ({ ...system, name: `${model} ${system.name}` })),
  );
}

function groupVocabularySystems(
  request: ExperimentRequest,
): ReadonlyMap<string, readonly TrainedSystem[]> {
  const models = request.choices("models", Object.keys(VOCABULARY_MODELS));
  const chosen = request.choices("vocabularies", Object.keys(VOCABULARIES));
  const vocabularies = Object.keys(VOCABULARIES).filter((name) => chosen.includes(name));
  const all = models.flatMap((model) => vocabularies.map((each) => `${model}:${each}`));
  const without = request.choices("without", all);
  const names: readonly ("collection" | PublishedName)[] = [
    "collection",
    ...(Object.keys(PUBLISHED_TRAINING) as PublishedName[]),
  ];
  const [training = "collection"] = request.choices("training", names);
  const published = training === "collection" ? undefined : PUBLISHED_TRAINING[training];
  const byModel = new Map<string, readonly TrainedSystem[]>();
  for (const model of models) {
    const own = vocabularies.filter((each) => !without.includes(`${model}:${each}`));
    const systems = own.map((vocabulary): TrainedSystem => {
      const start = STARTS[vocabulary] ?? "given";
      const kind = VOCABULARY_MODELS[model] as string;
      const { settings = {}, sampling = {}, options = {} } = published ?? {};
      return {
        ...{ name: vocabulary, model: kind, settings, sampling, options: options[kind] ?? {} },
        vocabulary: { minCount: VOCABULARIES[vocabulary] ?? 1, start, form: "surface" },
      };
    });
    byModel.set(model, systems);
  }
  return byModel;
}
