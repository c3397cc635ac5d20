/**
 * The collections of the neural experiment: their splits, measure, first stage and training
 * settings. Settings were chosen on dev, by one or two seeds of KNRM and S-KNRM, and apply to all
 * models of a collection unless overridden. A collection that is not listed has the common
 * settings.
 */

import { assignWordnetSplit } from "../../src/collection/datasets/index.ts";
import { type Collection, readSplit, type Split } from "../../src/collection/index.ts";
import { DUET_MATCHZOO } from "../../src/models/duet.ts";
import type { ModelOptions } from "../../src/models/index.ts";
import { createSingleLayerOptions } from "../../src/models/match-pyramid.ts";
import type { FirstStageOptions } from "../../src/ranking/index.ts";
import type { SamplingOptions, TrainingSettings } from "../../src/training/index.ts";

/** The queries to learn from, to choose by and to report on. */
export interface Splits {
  readonly train: Split;
  readonly dev: Split;
  readonly test: Split;
}

export interface ModelChoice {
  /** The model, if the choice has another name. */
  readonly model?: string;
  readonly options?: ModelOptions;
  readonly settings?: TrainingSettings;
}

export interface NeuralCollection {
  readonly name: string;
  readonly measure: string;
  readonly firstStage: string;
  /** The whole index, or the list that comes with each query, which is then re-ranked whole. */
  readonly among: FirstStageOptions["among"];
  readonly sampling: SamplingOptions;
  readonly settings: TrainingSettings;
  /** Overrides by model name. */
  readonly models?: Readonly<Record<string, ModelChoice>>;
  splits(collection: Collection): Promise<Splits>;
}

/** The sizes of MatchZoo: those of the papers suit millions of queries. */
const { dimensions: _, ...SMALL_DUET } = DUET_MATCHZOO;

/** MatchPyramid has one layer here; its stack of five takes forty times the work. */
const SMALLER_MODELS: Readonly<Record<string, ModelChoice>> = {
  "match-pyramid": { options: createSingleLayerOptions("3x3") },
  "match-pyramid-stack": { model: "match-pyramid" },
  duet: { options: SMALL_DUET, settings: { networkRate: 0.001 } },
};

async function readOwnSplits(collection: Collection): Promise<Splits> {
  const [train, dev, test] = [
    await readSplit(collection, "train"),
    await readSplit(collection, "dev"),
    await readSplit(collection, "test"),
  ];
  return { train, dev, test };
}

/** 80 / 10 / 10 of the queries called train, by a hash of their ids. */
async function createHashedSplits(collection: Collection): Promise<Splits> {
  const { queries, judgements } = await readSplit(collection, "train");
  const part = (name: string): Split => ({
    name,
    queries: queries.filter(({ id }) => assignWordnetSplit(id) === name),
    judgements: new Map([...judgements].filter(([id]) => assignWordnetSplit(id) === name)),
  });
  return { train: part("train"), dev: part("dev"), test: part("test") };
}

/**
 * A training ends after four periods, of about an epoch each, without a better validation. The
 * maximum number of epochs is there for trainings that improve without end.
 */
const UNTIL_VALIDATION: TrainingSettings = { epochs: 100, period: 160, patience: 4 };

/** The settings that most collections share. */
const COMMON: Omit<NeuralCollection, "name" | "measure"> = {
  firstStage: "bm25",
  among: "index",
  sampling: { hard: 4 },
  settings: UNTIL_VALIDATION,
  models: SMALLER_MODELS,
  splits: readOwnSplits,
};

export const NEURAL_COLLECTIONS: readonly NeuralCollection[] = [
  {
    name: "wordnet",
    measure: "RR@10",
    // Taken from an earlier trial, not tuned here.
    firstStage: "bm25(k1=0.4,b=0.6)",
    among: "index",
    sampling: { hard: 4 },
    settings: { ...UNTIL_VALIDATION, period: 320 },
    models: {
      ...SMALLER_MODELS,
      // A narrow net, as S-ConvKNRM has everywhere; chosen on dev.
      "s-pacrr": { options: { salienceUnits: 32 }, settings: { salienceRate: 0.001 } },
    },
    splits: readOwnSplits,
  },
  {
    name: "wikiqa",
    measure: "AP",
    firstStage: "bm25",
    among: "judged",
    sampling: { hard: 4, positives: "all" },
    // A period is about two epochs.
    settings: {
      ...UNTIL_VALIDATION,
      ...{ period: 28, patience: 8, networkRate: 0.01, embeddingRate: 0 },
    },
    models: {
      "match-pyramid": {
        options: createSingleLayerOptions("3x3"),
        settings: { networkRate: 0.003 },
      },
      "match-pyramid-stack": {
        model: "match-pyramid",
        settings: { networkRate: 0.003 },
      },
      duet: { options: SMALL_DUET, settings: { networkRate: 0.001 } },
    },
    splits: readOwnSplits,
  },
  { ...COMMON, name: "nfcorpus", measure: "nDCG@10" },
  { ...COMMON, name: "msmarco-mini", measure: "RR@10", splits: createHashedSplits },
];

/**
 * True if a collection with these splits has queries to learn from, to choose by and to report on.
 */
export function hasNeuralSplits(name: string, splits: readonly string[]): boolean {
  const isHashed = NEURAL_COLLECTIONS.some(
    (each) => each.name === name && each.splits === createHashedSplits,
  );
  return isHashed || ["train", "dev", "test"].every((split) => splits.includes(split));
}

/** The collection with its settings; if it is not listed, `nDCG@10` and its own splits. */
export function findNeuralCollection(name: string): NeuralCollection {
  const collection = NEURAL_COLLECTIONS.find((each) => each.name === name);
  return collection ?? { ...COMMON, name, measure: "nDCG@10" };
}
