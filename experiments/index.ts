/** Every experiment, in the order of `termwise experiment list`, and the functions to run one. */

import type { Experiment } from "./experiment.ts";
import { bigramsAndTitles } from "./other/bigrams-and-titles.ts";
import { classical } from "./other/classical.ts";
import { clickCurves } from "./other/click-curves.ts";
import { crossEncoderExperiment } from "./other/cross-encoder.ts";
import { defaultRankerExperiment } from "./other/default-ranker.ts";
import { hybridExperiment } from "./other/hybrid.ts";
import { knownItemsExperiment } from "./other/known-items.ts";
import { labelCurves } from "./other/label-curves.ts";
import { passagesExperiment } from "./other/passages.ts";
import { termWeights } from "./other/term-weights.ts";
import { wordEncoderExperiment } from "./other/word-encoder.ts";
import { x0Figure1 } from "./x0-salience/fig1.ts";
import { x0Figure2 } from "./x0-salience/fig2.ts";
import { x0Gates } from "./x0-salience/gates.ts";
import { x0Table1 } from "./x0-salience/tab1.ts";
import { x0Table2 } from "./x0-salience/tab2.ts";
import { x1Correlation } from "./x1-discrimination/correlation.ts";
import { x1Dropout } from "./x1-discrimination/dropout.ts";
import { x1Figure1 } from "./x1-discrimination/fig1.ts";
import { x1Sparsity } from "./x1-discrimination/sparsity.ts";
import { tdvSpeed } from "./x1-discrimination/tab1.ts";
import { tdvEffectiveness } from "./x1-discrimination/tab2.ts";
import { tdvFootprint } from "./x1-discrimination/tab3.ts";
import { x2Axioms } from "./x2-dependence/axioms.ts";
import { x2Compare } from "./x2-dependence/compare.ts";
import { x2Figure1 } from "./x2-dependence/fig1.ts";
import { x2Figure2 } from "./x2-dependence/fig2.ts";
import { x2Sdm } from "./x2-dependence/sdm.ts";
import { x3Figure1 } from "./x3-low-frequency/fig1.ts";
import { x3Figure2 } from "./x3-low-frequency/fig2.ts";
import { x3Figure3 } from "./x3-low-frequency/fig3.ts";
import { x3Table1 } from "./x3-low-frequency/tab1.ts";
import { x3Table2 } from "./x3-low-frequency/tab2.ts";
import { x4Bm25Curves } from "./x4-lecture/bm25-curves.ts";
import { x4Collection } from "./x4-lecture/collection-statistics.ts";
import { x4Evaluation } from "./x4-lecture/evaluation.ts";
import { x4Index } from "./x4-lecture/inverted-index.ts";
import { x4Kernels } from "./x4-lecture/kernels.ts";
import { x4Walkthrough } from "./x4-lecture/knrm-walkthrough.ts";
import { x4Loss } from "./x4-lecture/losses.ts";
import { x4Results } from "./x4-lecture/results.ts";

export { checkNeeds } from "./check-needs.ts";
export * from "./experiment.ts";
export { OUTCOME_CACHE_FOLDER } from "./neural/neural-options.ts";
export { type NeuralWorkload, openNeuralWorkload } from "./neural/neural-workload.ts";
export { TrainingCells } from "./neural/training-cells.ts";
export {
  listTrainingTasks,
  performTrainingTask,
  type TrainingTask,
} from "./neural/training-tasks.ts";
export { isFullOutcome } from "./outcome-extent.ts";
export { describeOutcomes, readStoredOutcomes, toOutcomeTable } from "./outcome-status.ts";
export {
  describeTrainings,
  summarizeTrainings,
  toStatusTable,
  toSummaryTable,
} from "./training-status.ts";

/** The experiments of the papers, then our own. */
export const EXPERIMENTS: readonly Experiment[] = [
  x0Figure1,
  x0Table1,
  x0Figure2,
  x0Table2,
  x0Gates,
  x1Figure1,
  tdvSpeed,
  tdvEffectiveness,
  tdvFootprint,
  x1Sparsity,
  x1Correlation,
  x1Dropout,
  x2Figure1,
  x2Figure2,
  x2Compare,
  x2Sdm,
  x2Axioms,
  x3Table1,
  x3Table2,
  x3Figure1,
  x3Figure2,
  x3Figure3,
  x4Bm25Curves,
  x4Kernels,
  x4Walkthrough,
  x4Index,
  x4Evaluation,
  x4Collection,
  x4Results,
  x4Loss,
  classical,
  hybridExperiment,
  crossEncoderExperiment,
  wordEncoderExperiment,
  defaultRankerExperiment,
  termWeights,
  labelCurves,
  clickCurves,
  passagesExperiment,
  knownItemsExperiment,
  bigramsAndTitles,
];
