/** All experiments, in the order that help lists them. */

import type { Experiment } from "./experiment.ts";
import { tdvEffectiveness } from "./experiments/tdv-effectiveness.ts";
import { tdvFootprint } from "./experiments/tdv-footprint.ts";
import { tdvSpeed } from "./experiments/tdv-speed.ts";

export const EXPERIMENTS: readonly Experiment[] = [tdvEffectiveness, tdvSpeed, tdvFootprint];
