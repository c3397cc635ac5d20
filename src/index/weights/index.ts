/** Learned term weights in an index. */

export { IDF_FORMULAS, type IdfForm, RARITIES } from "./idf.ts";
export type { PruningRule } from "./posting-rule.ts";
export { TermWeights } from "./term-weights.ts";
export { WeightedView, weightedView } from "./weighted-view.ts";
