/** The common options of all experiments with trained models, so that they share outcomes. */

import type { ExperimentOption } from "../experiment.ts";

/** The default folder of cached outcomes. */
export const OUTCOME_CACHE_FOLDER = ".termwise/experiments/outcomes";

/** Sizes, vectors and the folder of outcomes. */
export const NEURAL_OPTIONS: readonly ExperimentOption[] = [
  { name: "seeds", summary: "random seeds 1 to this number", default: "5", quick: "1" },
  { name: "vectors", summary: "word vectors: a file, or an npm package", default: "wink" },
  { name: "train", summary: "training queries at most", default: "1000000", quick: "600" },
  { name: "dev", summary: "dev queries at most", default: "1000", quick: "60" },
  { name: "test", summary: "test queries at most", default: "1000000", quick: "150" },
  { name: "top", summary: "documents per query that are re-ranked", default: "100", quick: "20" },
  {
    name: "epochs",
    summary: "maximum number of epochs; 0: until validation stops improving",
    default: "0",
    quick: "3",
  },
  {
    name: "examples",
    summary: "maximum number of training examples; 0: no limit",
    default: "0",
    quick: "1600",
  },
  {
    name: "tune",
    summary:
      "points of the grid of training rates that dev chooses among, for every model alike; 1: as the collection has it",
    default: "3",
    quick: "1",
  },
  {
    name: "device",
    summary: "device that trains and re-ranks, cpu or gpu; each has its own stored trainings",
    default: "cpu",
  },
  { name: "threads", summary: "threads of the tensor engine", default: "2" },
  {
    name: "keep",
    summary: "folder of cached outcomes and trainings",
    default: OUTCOME_CACHE_FOLDER,
  },
];

/** The options that limit queries and steps of a training. */
const LIMITS = ["train", "dev", "test", "top", "epochs", "examples"] as const;

/** True for the limits of the full size. */
export function hasFullLimits(limits: Readonly<Record<(typeof LIMITS)[number], number>>): boolean {
  return LIMITS.every((limit) => {
    const option = NEURAL_OPTIONS.find(({ name }) => name === limit);
    return limits[limit] === Number(option?.default);
  });
}

/** The collections that models are trained on: those with splits. */
export const NEURAL_FULL: readonly string[] = ["wikiqa", "msmarco-mini", "nfcorpus", "wordnet"];
/** The same of the quick size. */
export const NEURAL_QUICK: readonly string[] = ["wikiqa", "msmarco-mini", "nfcorpus"];
