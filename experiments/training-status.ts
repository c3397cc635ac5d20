/**
 * What is trained and what is missing: every experiment, collection, system and seed of full size
 * with the stored trainings, and the time that the rest will take by the times of those.
 */

import type { Table } from "../src/analysis/index.ts";
import { type Experiment, ExperimentRequest } from "./experiment.ts";
import { findNeuralCollection } from "./neural/neural-collections.ts";
import type { ExperimentDevice } from "./neural/neural-workload.ts";
import type { TrainingCell } from "./neural/training-cells.ts";
import { TRAINING_GRID } from "./neural/training-grid.ts";
import { describeSystem, GPU_PREFIX, type TrainedSystem } from "./neural/training-outcome.ts";

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
  /** Trainings of the system that are stored: seeds, and rates tried with seed 1. */
  readonly stored: number;
  /** Trainings of the system that are missing. */
  readonly left: number;
  /** Processor seconds for what is missing; undefined if no training of the model is stored. */
  readonly seconds: number | undefined;
  /** Equal for systems of several experiments that are trained alike. */
  readonly key: string;
  /** Where it is trained: tables of one device have no trainings of the other. */
  readonly device: ExperimentDevice;
}

/** Every system that the experiments train at full size. */
export function describeTrainings(
  experiments: readonly Experiment[],
  cells: readonly TrainingCell[],
): readonly TrainingStatus[] {
  const full = cells.filter((cell) => cell.isFull && isByOwnMeasure(cell));
  return experiments.flatMap((experiment) => {
    const request = new ExperimentRequest(experiment, { size: "full" });
    const systems = experiment.systems?.(request) ?? [];
    return request.collections.flatMap((collection) =>
      systems.map((system) => ({
        ...{ experiment: experiment.id, collection, system: system.name },
        ...describeOnDevice(full, collection, system, request.number("seeds")),
      })),
    );
  });
}

/** X1-tab2 trains the same models by nDCG@5, which is not the measure of the other tables. */
function isByOwnMeasure({ collection, key }: TrainingCell): boolean {
  const { measures } = JSON.parse(key) as { readonly measures?: readonly string[] };
  return measures?.includes(findNeuralCollection(collection).measure) ?? true;
}

/** The status on the device that has more trainings; on a CPU if both have as many. */
function describeOnDevice(
  cells: readonly TrainingCell[],
  collection: string,
  system: TrainedSystem,
  seedCount: number,
): SystemStatus {
  const isOnGpu = (cell: TrainingCell): boolean => cell.system.startsWith(GPU_PREFIX);
  const here = cells.filter((cell) => !isOnGpu(cell));
  const there = cells.filter(isOnGpu).map((cell) => withoutDevice(cell));
  const cpu = describeSystemStatus(here, collection, system, seedCount);
  const gpu = describeSystemStatus(there, collection, system, seedCount);
  return gpu.left < cpu.left ? { ...gpu, device: "gpu" } : { ...cpu, device: "cpu" };
}

function withoutDevice(cell: TrainingCell): TrainingCell {
  return { ...cell, system: cell.system.slice(GPU_PREFIX.length) };
}

type SystemStatus = Omit<TrainingStatus, "experiment" | "collection" | "system">;

function describeSystemStatus(
  cells: readonly TrainingCell[],
  collection: string,
  system: TrainedSystem,
  seedCount: number,
): Omit<SystemStatus, "device"> {
  const text = describeSystem(system);
  const own = cells.filter((cell) => cell.collection === collection && cell.system === text);
  const seeds = Array.from({ length: seedCount }, (_, i) => i + 1);
  const points = new Set(own.filter(({ seed }) => seed === 1).map(({ point }) => point)).size;
  const isTuned = points === TRAINING_GRID.length;
  // Before the grid is complete, seed 1 is trained at some point but not yet chosen.
  const find = (seed: number): TrainingCell | undefined =>
    seed === 1 && !isTuned
      ? undefined
      : (own.find((cell) => cell.seed === seed && isComplete(cell)) ??
        own.find((cell) => cell.seed === seed));
  const isLimited = (seed: number): boolean => {
    const cell = find(seed);
    return cell !== undefined && !isComplete(cell);
  };
  const missing = seeds.filter((seed) => find(seed) === undefined);
  const left = missing.filter((seed) => seed !== 1).length + TRAINING_GRID.length - points;
  const perTraining = estimateSeconds(cells, collection, system);
  return {
    trained: seeds.filter((seed) => !missing.includes(seed) && !isLimited(seed)),
    limited: seeds.filter((seed) => isLimited(seed)),
    ...{ missing, points, left, key: text },
    stored: seedCount - 1 + TRAINING_GRID.length - left,
    seconds: left === 0 ? 0 : perTraining === undefined ? undefined : left * perTraining,
  };
}

function isComplete({ outcome }: TrainingCell): boolean {
  return ["patience", "schedule"].includes(outcome.ending);
}

/**
 * The mean of the stored trainings of the system; else of its model on the collection; else of its
 * model on another collection, multiplied by the ratio of what both collections have trained.
 */
function estimateSeconds(
  cells: readonly TrainingCell[],
  collection: string,
  system: TrainedSystem,
): number | undefined {
  const near = cells.filter((cell) => cell.collection === collection);
  const same = near.filter((cell) => cell.system === describeSystem(system));
  const alike = near.filter((cell) => modelOf(cell) === system.model);
  const own = meanSeconds(same) ?? meanSeconds(alike);
  if (own !== undefined) return own;
  const others = [...new Set(cells.map((cell) => cell.collection))].sort();
  for (const other of others) {
    const far = cells.filter((cell) => cell.collection === other);
    const elsewhere = meanSeconds(far.filter((cell) => modelOf(cell) === system.model));
    const ratio = compareCollections(near, far);
    if (elsewhere !== undefined && ratio !== undefined) return elsewhere * ratio;
  }
  return undefined;
}

/** How many times as long the models that both have take on the first collection, in all. */
function compareCollections(
  near: readonly TrainingCell[],
  far: readonly TrainingCell[],
): number | undefined {
  let [nearSeconds, farSeconds] = [0, 0];
  for (const model of new Set(near.map(modelOf))) {
    const here = meanSeconds(near.filter((cell) => modelOf(cell) === model));
    const there = meanSeconds(far.filter((cell) => modelOf(cell) === model));
    if (here === undefined || there === undefined) continue;
    nearSeconds += here;
    farSeconds += there;
  }
  return farSeconds === 0 ? undefined : nearSeconds / farSeconds;
}

function modelOf({ system }: TrainingCell): string {
  return system.split(" ")[0] ?? "";
}

function meanSeconds(cells: readonly TrainingCell[]): number | undefined {
  if (cells.length === 0) return undefined;
  return cells.reduce((sum, { made }) => sum + made.processorSeconds, 0) / cells.length;
}

/** What is stored and what is missing of all experiments, each training once, by collection. */
export interface CollectionStatus {
  readonly collection: string;
  readonly stored: number;
  readonly missing: number;
  /** Processor seconds for what is missing, without the systems of `unknown`. */
  readonly seconds: number;
  /** Missing trainings without an estimate. */
  readonly unknown: number;
}

/** Counts each training once, though several experiments share it. */
export function summarizeTrainings(all: readonly TrainingStatus[]): readonly CollectionStatus[] {
  const collections = [...new Set(all.map(({ collection }) => collection))];
  return collections.map((collection) => {
    const distinct = new Map(
      all.filter((each) => each.collection === collection).map((each) => [each.key, each]),
    );
    const rows = [...distinct.values()];
    const total = (of: (each: TrainingStatus) => number): number =>
      rows.reduce((sum, each) => sum + of(each), 0);
    return {
      collection,
      stored: total((each) => each.stored),
      missing: total((each) => each.left),
      seconds: total(({ seconds = 0 }) => seconds),
      unknown: total(({ seconds, left }) => (seconds === undefined ? left : 0)),
    };
  });
}

/** The summary as a table. */
export function toSummaryTable(all: readonly CollectionStatus[]): Table {
  return {
    header: ["collection", "stored", "missing", "time left", "without an estimate"],
    rows: all.map(({ collection, stored, missing, seconds, unknown }) => [
      ...[collection, String(stored), String(missing)],
      ...[formatTime(unknown === missing && missing > 0 ? undefined : seconds), String(unknown)],
    ]),
    words: [0],
  };
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
      ...[each.experiment, each.collection],
      each.device === "gpu" ? `${each.system} (GPU)` : each.system,
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
