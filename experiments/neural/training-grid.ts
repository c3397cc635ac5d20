/**
 * The grid of training settings, searched on dev. It is declared here and is the same for every
 * model, so that a variant and its base have the same budget. Seed 1 chooses; all seeds are trained
 * with the choice.
 */

import type { TrainingSettings } from "../../src/training/index.ts";
import { mean } from "../format-values.ts";
import type { MeasuredValues } from "./query-values.ts";

/** The recommended rate first; the salience of a model learns at a tenth of it, as recommended. */
export const TRAINING_GRID: readonly TrainingSettings[] = [
  { networkRate: 0.003, salienceRate: 0.0003 },
  { networkRate: 0.01, salienceRate: 0.001 },
  { networkRate: 0.001, salienceRate: 0.0001 },
];

/** The first points of the grid; empty if nothing is chosen and the collection's settings apply. */
export function selectGridPoints(count: number): readonly TrainingSettings[] {
  return count <= 1 ? [] : TRAINING_GRID.slice(0, count);
}

/** The point with the highest mean on dev; the first of equals. */
export async function findBestPoint(
  points: readonly TrainingSettings[],
  measure: string,
  measureDev: (point: TrainingSettings) => Promise<MeasuredValues>,
): Promise<TrainingSettings> {
  let best: { point: TrainingSettings; value: number } | undefined;
  for (const point of points) {
    const value = mean((await measureDev(point))[measure] ?? []);
    if (best === undefined || value > best.value) best = { point, value };
  }
  return best?.point ?? {};
}
