/** Learned term weights in an index. */

export { TermWeights } from "./term-weights.ts";
export { WeightedView, weightedView } from "./weighted-view.ts";
