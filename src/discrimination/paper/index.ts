/** The paper's differentiable models, to check or plot them. */

export { createDifferentiableModel, type DifferentiableModel } from "./differentiable-model.ts";
export { ScoreGradient } from "./score-gradient.ts";
export { TermMatrix } from "./term-matrix.ts";
export { WeightNetwork } from "./weight-network.ts";
export { WeightedCollection } from "./weighted-collection.ts";
export { WeightedScorer } from "./weighted-scorer.ts";
