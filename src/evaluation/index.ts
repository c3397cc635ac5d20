/** From a run and judgements to numbers: measures, significance, correlation. */

export * from "./compare.ts";
export { comparePairs, type PairComparison } from "./compare-pairs.ts";
export * from "./contingency.ts";
export * from "./evaluate.ts";
export { GAIN_FORMS, type GainForm } from "./gain.ts";
export type { Measure, ParameterName, Settings } from "./measure.ts";
export { MEASURES } from "./measure-list.ts";
export * from "./measure-name.ts";
export * from "./ranking-grades.ts";
export {
  type Agreement,
  computeCohenKappa,
  computeFleissKappa,
  type KappaWeights,
} from "./statistics/agreement.ts";
export { type BootstrapOptions, bootstrapInterval } from "./statistics/bootstrap.ts";
export { studentInterval } from "./statistics/confidence-interval.ts";
export type { Correlation } from "./statistics/correlation.ts";
export { crossedBootstrapInterval, type SeedValues } from "./statistics/crossed-bootstrap.ts";
export { computeDifferences, computeEffectSize } from "./statistics/differences.ts";
export * from "./statistics/kendall.ts";
export * from "./statistics/multiple-comparisons.ts";
export * from "./statistics/paired-t.ts";
export * from "./statistics/randomisation.ts";
export { assignSignificanceLetters } from "./statistics/significance-letters.ts";
export type { Correction, PairTest } from "./statistics/significance-tests.ts";
export * from "./statistics/spearman.ts";
export { type Tukey, tukey } from "./statistics/tukey.ts";
export * from "./statistics/wilcoxon.ts";
export { wilsonInterval } from "./statistics/wilson.ts";
