/** Learns how much each term counts, and writes indexes that know it. */

export * from "./cross-validation.ts";
export * from "./differentiable-model.ts";
export * from "./learn-smallest.ts";
export * from "./learn-weights.ts";
export * from "./learning-options.ts";
export { rankUnderWeights } from "./ranking-probe.ts";
export type { JudgedQueries, NegativeSource, TermQuery } from "./training-examples.ts";
export type { RankingLoss, StatisticsScope } from "./training-loss.ts";
export * from "./weight-figures.ts";
