/** The options for learning term weights, and the values of the paper. */

import type { Progress } from "../../common/progress.ts";
import type { QueryJudgements } from "../query-judgements.ts";
import type { ClassicalModelOptions, ModelName } from "./differentiable-model.ts";
import type { NegativeSource } from "./training-examples.ts";
import type { RankingLoss, StatisticsScope } from "./training-loss.ts";

/** Drops most function words and almost nothing else; see docs/discrimination.md. */
export const DEFAULT_LAMBDA = 0.0003;
/** Terms below this weight are dropped. */
export const DEFAULT_MIN_WEIGHT = 0.3;

/** Options for learning weights; each has a default. */
export interface LearningOptions extends ClassicalModelOptions {
  readonly model?: ModelName;
  /** The share of the length in the loss, from 0 to 1: the larger, the fewer postings. */
  readonly lambda?: number;
  readonly loss?: RankingLoss;
  /** Adam's learning rate for the network. */
  readonly rate?: number;
  /** Adam's learning rate for k1, b and mu, and for the softmax; at 0 they are not learned. */
  readonly parameterRate?: number;
  readonly batchSize?: number;
  /** Maximum number of epochs. */
  readonly epochs?: number;
  /** Epochs without a better nDCG@5 before learning stops. */
  readonly patience?: number;
  /** The allowed drop of nDCG@5 below the best in exchange for fewer postings. */
  readonly tolerance?: number;
  /** The state to keep: the one that ranks best, or the last. */
  readonly keep?: "best" | "last";
  /** Learning stops before fewer than this share of the postings is left. */
  readonly minKept?: number;
  /** The source of statistics; see training-loss.ts. */
  readonly statistics?: StatisticsScope;
  readonly negatives?: NegativeSource;
  /** Relevant documents to learn from: those among the best of the plain model, or all. */
  readonly positives?: "found" | "all";
  /** The number of best documents that count as found. */
  readonly depth?: number;
  /** Negatives per relevant document. */
  readonly others?: number;
  readonly relevantPerQuery?: number;
  readonly examplesPerEpoch?: number;
  /** Initial w: 0, the plain model, or random, as in the paper. */
  readonly start?: "plain" | "chance";
  /** Share of the components of the vectors that each step leaves out; 0 by default. */
  readonly dropout?: number;
  readonly withoutVector?: "one" | "bias";
  /**
   * The input of the network: all features (term-features.ts), the vector alone, as in the paper,
   * or the vector at length 1.
   */
  readonly features?: "all" | "vectors" | "unit-vectors";
  /** Terms below this weight are dropped, as if their weight were 0. */
  readonly minWeight?: number;
  readonly seed?: number;
  /** Validation queries; by default the training queries. */
  readonly validation?: QueryJudgements;
  /** Maximum number of queries ranked after each epoch, sampled once; with 0 nDCG@5 is 0. */
  readonly probedQueries?: number;
  readonly progress?: Progress;
}

/** The options of the authors' code, where they differ from the defaults. */
export const PAPER_OPTIONS: LearningOptions = {
  lambda: 0.00032,
  minWeight: 0,
  parameterRate: 0,
  loss: "hinge",
  idf: "cf-smooth",
  query: "plain",
  statistics: "batch",
  others: 1,
  positives: "all",
  features: "vectors",
  rate: 0.001,
  start: "chance",
  epochs: 100,
};

/**
 * The equations of the paper as printed, where the authors' code differs: idf of Eq. 3, |q| kept in
 * Eq. 10, negatives that are judged not relevant.
 */
export const PAPER_EQUATIONS: LearningOptions = {
  ...PAPER_OPTIONS,
  idf: "cf",
  query: "whole",
  negatives: "judged",
};

/**
 * The paper's equations with vectors of length 1 and the start at the plain model: every term starts
 * with a weight of 1. With vectors as they are and a random start, a tenth of the terms start at 0
 * and never change.
 */
export const PAPER_PROTOCOL: LearningOptions = {
  ...PAPER_EQUATIONS,
  features: "unit-vectors",
  start: "plain",
};
