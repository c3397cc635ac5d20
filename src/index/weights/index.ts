/** Learned term weights in an index. */

export type { IdfForm } from "./idf.ts";
export { IDF_FORMULAS, IDF_FUNCTIONS } from "./idf.ts";
export { type ImpactFormula, ImpactTable, type PruningRule } from "./pruning-rule.ts";
export { roundWeight, TermWeights, type WeightEntry } from "./term-weights.ts";
export { TwoSidedView } from "./two-sided-view.ts";
export { WeightedView, withTermWeights } from "./weighted-view.ts";
