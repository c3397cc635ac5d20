/**
 * The collections of the neural experiment: how their queries are split, what
 * is measured, what the first stage is, and with what settings models are
 * trained there. Settings were chosen on dev, by one or two seeds of KNRM and
 * S-KNRM, and serve all models of a collection but those that say otherwise.
 */

import {
  type Collection,
  openKnownCollection,
  readSplit,
  type Split,
} from "../src/collection/index.ts";
import { finalise, fnv1a } from "../src/collection/known/wordnet-split.ts";
import { DUET_MATCHZOO, type ModelOptions, singleLayer } from "../src/models/index.ts";
import type { FirstStageOptions } from "../src/ranking/index.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import type { SamplingOptions, TrainingSettings } from "../src/training/index.ts";
import { dataPackage } from "./data-package.ts";

export interface ModelChoice {
  /** The model, where the name that the choice goes by is not its own. */
  readonly model?: string;
  readonly options?: ModelOptions;
  readonly settings?: TrainingSettings;
}

export interface ExperimentCollection {
  readonly name: string;
  readonly measure: string;
  readonly firstStage: string;
  /** The whole index, or the list that comes with each query, which is then re-ranked whole. */
  readonly among: FirstStageOptions["among"];
  readonly sampling: SamplingOptions;
  readonly settings: TrainingSettings;
  /** What some models have otherwise, by their names. */
  readonly models?: Readonly<Record<string, ModelChoice>>;
  splits(collection: Collection): Promise<readonly Split[]>;
}

/** The net of S-ConvKNRM reads every n-gram, not every word: 300 units would be most of the work. */
const NARROW_SALIENCE: ModelChoice = {
  options: { salienceUnits: 32 },
  settings: { salienceRate: 0.001 },
};

/** The sizes of MatchZoo: those of the papers are for millions of queries. */
const { dimensions: _, ...SMALL_DUET } = DUET_MATCHZOO;

/** One layer of MatchPyramid: the stack of five is forty times the work. */
const SMALLER_MODELS: Readonly<Record<string, ModelChoice>> = {
  "match-pyramid": { options: singleLayer("3x3") },
  duet: { options: SMALL_DUET, settings: { networkRate: 0.001 } },
};

async function ownSplits(collection: Collection): Promise<readonly Split[]> {
  return Promise.all(["train", "dev", "test"].map((name) => readSplit(collection, name)));
}

/** 80 / 10 / 10 of the queries called train, by a hash of their ids. */
async function hashedSplits(collection: Collection): Promise<readonly Split[]> {
  const { queries, judgements } = await readSplit(collection, "train");
  const part = (id: string): string => {
    const tenth = Math.floor((finalise(fnv1a(id)) / 2 ** 32) * 10);
    return tenth < 8 ? "train" : tenth === 8 ? "dev" : "test";
  };
  return ["train", "dev", "test"].map((name) => ({
    name,
    queries: queries.filter(({ id }) => part(id) === name),
    judgements: new Map([...judgements].filter(([id]) => part(id) === name)),
  }));
}

export const COLLECTIONS: readonly ExperimentCollection[] = [
  {
    name: "wordnet",
    measure: "RR@10",
    // Taken over from an earlier trial, not tuned here.
    firstStage: "bm25(k1=0.4,b=0.6)",
    among: "index",
    sampling: { hard: 4 },
    settings: { epochs: 3, period: 320 },
    models: {
      ...SMALLER_MODELS,
      "conv-knrm": { settings: { epochs: 2 } },
      "s-conv-knrm": {
        options: { salienceUnits: 32 },
        settings: { epochs: 2, salienceRate: 0.001 },
      },
      "s-pacrr": NARROW_SALIENCE,
    },
    splits: ownSplits,
  },
  {
    name: "wikiqa",
    measure: "AP",
    firstStage: "bm25",
    among: "judged",
    sampling: { hard: 4, positives: "all" },
    settings: { epochs: 40, period: 28, networkRate: 0.01, embeddingRate: 0 },
    // One layer: the stack of five is forty times the work, for lists of ten sentences.
    models: {
      "match-pyramid": { options: singleLayer("3x3"), settings: { networkRate: 0.003 } },
      "match-pyramid-stack": {
        model: "match-pyramid",
        settings: { networkRate: 0.003, epochs: 8 },
      },
      duet: { options: SMALL_DUET, settings: { networkRate: 0.001, epochs: 12 } },
      "s-conv-knrm": NARROW_SALIENCE,
    },
    splits: ownSplits,
  },
  {
    name: "nfcorpus",
    measure: "nDCG@10",
    firstStage: "bm25",
    among: "index",
    sampling: { hard: 4 },
    settings: { epochs: 3, period: 320 },
    models: { ...SMALLER_MODELS, "s-conv-knrm": NARROW_SALIENCE },
    splits: ownSplits,
  },
  {
    name: "msmarco-mini",
    measure: "RR@10",
    firstStage: "bm25",
    among: "index",
    sampling: { hard: 4 },
    settings: { epochs: 3, period: 320 },
    models: { ...SMALLER_MODELS, "s-conv-knrm": NARROW_SALIENCE },
    splits: hashedSplits,
  },
];

/** Opens the collection by name; those that are not built in from TERMWISE_COLLECTIONS. */
export function openExperimentCollection(name: string): Promise<Collection> {
  const collections = process.env.TERMWISE_COLLECTIONS;
  return openKnownCollection(new NodeFiles(), name, {
    collections,
    findPackage: dataPackage,
  });
}
