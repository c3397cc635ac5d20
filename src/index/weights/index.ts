/** Learned term weights in an index. */

export type { IdfForm } from "./idf.ts";
export { IDF_FORMULAS, RARITIES } from "./idf.ts";
export { type ImpactFormula, ImpactTable, type PruningRule } from "./posting-rule.ts";
export { TermWeights, type WeightEntry } from "./term-weights.ts";
export { WeightedView, weightedView } from "./weighted-view.ts";
