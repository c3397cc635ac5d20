/** Every experiment, in the order that `termwise experiment list` shows, and what it takes to run one. */

import type { Experiment } from "./experiment.ts";
import { classical } from "./other/classical.ts";
import { termWeights } from "./other/term-weights.ts";
import { x0Table1 } from "./x0-salience/tab1.ts";
import { tdvSpeed } from "./x1-discrimination/tab1.ts";
import { tdvEffectiveness } from "./x1-discrimination/tab2.ts";
import { tdvFootprint } from "./x1-discrimination/tab3.ts";
import { x4Bm25Curves } from "./x4-lecture/bm25-curves.ts";
import { x4Collection } from "./x4-lecture/collection-statistics.ts";
import { x4Evaluation } from "./x4-lecture/evaluation.ts";
import { x4Index } from "./x4-lecture/inverted-index.ts";
import { x4Kernels } from "./x4-lecture/kernels.ts";
import { x4Loss } from "./x4-lecture/losses.ts";

export { checkNeeds } from "./check-needs.ts";
export * from "./experiment.ts";

/** The experiments of the papers, then our own. */
export const EXPERIMENTS: readonly Experiment[] = [
  x0Table1,
  tdvSpeed,
  tdvEffectiveness,
  tdvFootprint,
  x4Bm25Curves,
  x4Kernels,
  x4Index,
  x4Evaluation,
  x4Collection,
  x4Loss,
  classical,
  termWeights,
];
