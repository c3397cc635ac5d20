/**
 * The trainings behind an experiment as separate tasks, so that several processes can train side by
 * side. A task leaves a stored training; the experiment then reads them all.
 */

import type { Experiment, ExperimentRequest } from "../experiment.ts";
import type { NeuralWorkload } from "./neural-workload.ts";
import { selectGridPoints } from "./training-grid.ts";
import { trainGridPoint, tuneAndTrain } from "./training-outcome.ts";

/** One training; plain data, for messages between processes. */
export interface TrainingTask {
  readonly collection: string;
  /** The position of the system in `experiment.systems(request)`, and its name. */
  readonly system: number;
  readonly name: string;
  readonly seed: number;
  /** A point of the grid, tried with seed 1; absent for a training with the chosen point. */
  readonly point?: number;
}

/**
 * The points of the grid, then the seeds: those of a system need all its points, of which the best
 * is trained with every seed. Empty where an experiment does not list its systems.
 */
export function listTrainingTasks(
  experiment: Experiment,
  request: ExperimentRequest,
): readonly TrainingTask[] {
  const systems = experiment.systems?.(request) ?? [];
  if (systems.length === 0) return [];
  const points = selectGridPoints(request.number("tune")).map((_, point) => point);
  const each = request.collections.flatMap((collection) =>
    systems.map(({ name, start }, system) => ({ collection, system, name, start })),
  );
  return [
    ...each.flatMap(({ start, ...task }) =>
      start === undefined ? points.map((point) => ({ ...task, seed: 1, point })) : [],
    ),
    ...each.flatMap(({ start: _, ...task }) =>
      Array.from({ length: request.number("seeds") }, (_, i) => ({ ...task, seed: i + 1 })),
    ),
  ];
}

/** Trains one task, unless its training is stored. */
export async function performTrainingTask(
  { system: position, seed, point }: TrainingTask,
  [experiment, request]: readonly [Experiment, ExperimentRequest],
  workload: NeuralWorkload,
): Promise<void> {
  const system = experiment.systems?.(request)[position];
  if (system === undefined) throw new Error(`${experiment.id} has no system ${position}`);
  if (point === undefined) await tuneAndTrain(workload, system, seed);
  else await trainGridPoint(workload, system, point);
}
