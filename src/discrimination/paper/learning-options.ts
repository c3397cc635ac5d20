/** How weights of terms are learned: everything that can be chosen, and what the paper chose. */

import type { Progress } from "../../common/progress.ts";
import type { QueryJudgements } from "../query-judgements.ts";
import type { ClassicalModelOptions, ModelName } from "./differentiable-model.ts";
import type { NegativeSource } from "./training-examples.ts";
import type { RankingLoss, StatisticsScope } from "./training-loss.ts";

/** Drops most function words and hardly anything else; see docs/discrimination.md. */
export const DEFAULT_LAMBDA = 0.0003;
/** Terms that weigh less than this are dropped. */
export const DEFAULT_MIN_WEIGHT = 0.3;

/** How weights are learned; each option has a default. */
export interface LearningOptions extends ClassicalModelOptions {
  readonly model?: ModelName;
  /** The share of the length in the loss, from 0 to 1: the larger, the fewer postings. */
  readonly lambda?: number;
  readonly loss?: RankingLoss;
  /** Adam's step for the network. */
  readonly rate?: number;
  /** Adam's step for k1, b and mu, which are learned too unless it is 0, and for the softmax. */
  readonly parameterRate?: number;
  readonly batchSize?: number;
  /** At most so many. */
  readonly epochs?: number;
  /** Epochs without a better nDCG@5 before learning stops. */
  readonly patience?: number;
  /** How much nDCG@5 may fall below the best for fewer postings. */
  readonly tolerance?: number;
  /** Which state is kept: the one that ranks best, or that of the last epoch. */
  readonly keep?: "best" | "last";
  /** Learning stops when a smaller share of the postings would be left. */
  readonly leastKept?: number;
  /** Where statistics come from; see training-loss.ts. */
  readonly statistics?: StatisticsScope;
  readonly negatives?: NegativeSource;
  /** Relevant documents to learn from: those that the plain model finds, or all. */
  readonly positives?: "found" | "all";
  /** How many of the best documents count as found. */
  readonly depth?: number;
  /** Documents that each relevant one stands against. */
  readonly others?: number;
  readonly relevantPerQuery?: number;
  readonly examplesPerEpoch?: number;
  /** Whether w starts at 0, the plain model, or by chance, as in the paper. */
  readonly start?: "plain" | "chance";
  readonly withoutVector?: "one" | "bias";
  /** What the network sees of a term: see term-features.ts; or its vector alone, as in the paper. */
  readonly features?: "all" | "vectors";
  /** Terms that weigh less are dropped, as if they weighed 0. */
  readonly leastWeight?: number;
  readonly seed?: number;
  /** Queries to stop by; by default the training queries. */
  readonly validation?: QueryJudgements;
  /** At most so many queries are ranked after each epoch, drawn once by chance; with none nDCG@5 is 0. */
  readonly probedQueries?: number;
  readonly progress?: Progress;
}

/** What the authors' code does, as far as it differs from the defaults. */
export const PAPER_OPTIONS: LearningOptions = {
  lambda: 0.00032,
  leastWeight: 0,
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
 * The equations of the paper to the letter, where its authors' code differs:
 * idf of Eq. 3, |q| kept in Eq. 10, negatives that are judged not relevant.
 */
export const PAPER_EQUATIONS: LearningOptions = {
  ...PAPER_OPTIONS,
  idf: "cf",
  query: "whole",
  negatives: "judged",
};
