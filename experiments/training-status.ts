/**
 * What is trained and what is missing: every experiment, collection, system and seed of full size
 * with the stored trainings, and the time that the rest will take by the times of those.
 */

import type { Table } from "../src/analysis/index.ts";
import { type Experiment, ExperimentRequest } from "./experiment.ts";
import type { TrainingCell } from "./neural/training-cells.ts";
import { TRAINING_GRID } from "./neural/training-grid.ts";
import { describeSystem, type TrainedSystem } from "./neural/training-outcome.ts";

/** One system of an experiment on one collection. */
export interface TrainingStatus {
  readonly experiment: string;
  readonly collection: string;
  readonly system: string;
  /** Seeds with a training of full size that validation ended. */
  readonly trained: readonly number[];
  /** Seeds whose training a limit ended. */
  readonly limited: readonly number[];
  readonly missing: readonly number[];
  /** Points of the grid that are trained with seed 1. */
  readonly points: number;
  /** Processor seconds for what is missing; undefined if no training of the model is stored. */
  readonly seconds: number | undefined;
}

/** Every system that the experiments train at full size. */
export function describeTrainings(
  experiments: readonly Experiment[],
  cells: readonly TrainingCell[],
): readonly TrainingStatus[] {
  const full = cells.filter(({ isFull }) => isFull);
  return experiments.flatMap((experiment) => {
    const request = new ExperimentRequest(experiment, { size: "full" });
    const systems = experiment.systems?.(request) ?? [];
    return request.collections.flatMap((collection) =>
      systems.map((system) => ({
        ...{ experiment: experiment.id, collection, system: system.name },
        ...describeSystemStatus(full, collection, system, request.number("seeds")),
      })),
    );
  });
}

function describeSystemStatus(
  cells: readonly TrainingCell[],
  collection: string,
  system: TrainedSystem,
  seedCount: number,
): Omit<TrainingStatus, "experiment" | "collection" | "system"> {
  const text = describeSystem(system);
  const own = cells.filter((cell) => cell.collection === collection && cell.system === text);
  const seeds = Array.from({ length: seedCount }, (_, i) => i + 1);
  const points = new Set(own.filter(({ seed }) => seed === 1).map(({ point }) => point)).size;
  const isTuned = points === TRAINING_GRID.length;
  // Before the grid is complete, seed 1 is trained at some point but not yet chosen.
  const find = (seed: number): TrainingCell | undefined =>
    seed === 1 && !isTuned ? undefined : own.find((cell) => cell.seed === seed);
  const isLimited = (seed: number): boolean =>
    !["patience", "schedule", undefined].includes(find(seed)?.outcome.ending);
  const missing = seeds.filter((seed) => find(seed) === undefined);
  const left = missing.filter((seed) => seed !== 1).length + TRAINING_GRID.length - points;
  const perTraining = estimateSeconds(cells, collection, system);
  return {
    trained: seeds.filter((seed) => !missing.includes(seed) && !isLimited(seed)),
    limited: seeds.filter((seed) => isLimited(seed)),
    ...{ missing, points },
    seconds: left === 0 ? 0 : perTraining === undefined ? undefined : left * perTraining,
  };
}

/** The mean of the stored trainings of the system; else of its model, on the collection. */
function estimateSeconds(
  cells: readonly TrainingCell[],
  collection: string,
  system: TrainedSystem,
): number | undefined {
  const near = cells.filter((cell) => cell.collection === collection);
  const same = near.filter((cell) => cell.system === describeSystem(system));
  const alike = near.filter((cell) => cell.system.split(" ")[0] === system.model);
  const times = (same.length > 0 ? same : alike).map(({ made }) => made.processorSeconds);
  if (times.length === 0) return undefined;
  return times.reduce((sum, each) => sum + each, 0) / times.length;
}

/** The status as a table; a training that several experiments share is in each of them. */
export function toStatusTable(all: readonly TrainingStatus[]): Table {
  return {
    header: [
      "experiment",
      "collection",
      "system",
      "full",
      "limited",
      "missing",
      "rates",
      "time left",
    ],
    rows: all.map((each) => [
      ...[each.experiment, each.collection, each.system],
      ...[each.trained, each.limited, each.missing].map((seeds) => seeds.join(" ") || "–"),
      `${each.points} of ${TRAINING_GRID.length}`,
      formatTime(each.seconds),
    ]),
    words: [0, 1, 2, 3, 4, 5],
  };
}

/** `0`, `45 s`, `12 min`, `3.4 h`; `unknown` without a stored time. */
export function formatTime(seconds: number | undefined): string {
  if (seconds === undefined) return "unknown";
  if (seconds === 0) return "0";
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
