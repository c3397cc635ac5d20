/** Every experiment, in the order that `termwise experiment list` shows, and what it takes to run one. */

import { classical } from "./classical.ts";
import type { Experiment } from "./experiment.ts";
import { neural } from "./neural.ts";
import { tdvEffectiveness } from "./tdv-effectiveness.ts";
import { tdvFootprint } from "./tdv-footprint.ts";
import { tdvSpeed } from "./tdv-speed.ts";
import { termWeights } from "./term-weights.ts";

export * from "./experiment.ts";

export const EXPERIMENTS: readonly Experiment[] = [
  classical,
  neural,
  termWeights,
  tdvEffectiveness,
  tdvSpeed,
  tdvFootprint,
];
