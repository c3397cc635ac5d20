/** Learns how much each term counts, and writes indexes that know it. */

export * from "./cross-validation.ts";
export * from "./differentiable-model.ts";
export * from "./learn-weights.ts";
export type { StatisticsScope } from "./pair-loss.ts";
export * from "./ranking-probe.ts";
export * from "./term-vectors.ts";
export type { JudgedQueries, NegativeSource, TermQuery } from "./training-pairs.ts";
export * from "./weight-figures.ts";
export type { TermVectors } from "./weight-network.ts";
