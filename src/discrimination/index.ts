/** Learns term weights and writes indexes with them. */

export * from "./learn-term-weights.ts";
export type { JudgedGain, LearningReport, MovedTerm, ValidationGain } from "./learning-report.ts";
export * from "./paper/cross-validation.ts";
export * from "./paper/differentiable-model.ts";
export * from "./paper/learn-smallest-index.ts";
export * from "./paper/learn-weights.ts";
export * from "./paper/learning-options.ts";
export { rankUnderWeights } from "./paper/ranking-probe.ts";
export type { NegativeSource } from "./paper/training-examples.ts";
export type { RankingLoss, StatisticsScope } from "./paper/training-loss.ts";
export * from "./query-judgements.ts";
export { readQuestionPairs } from "./question-pairs.ts";
export * from "./weight-export.ts";
export * from "./weight-statistics.ts";
export { WEIGHTED_MODELS, type WeightedModel } from "./weighted-model.ts";
