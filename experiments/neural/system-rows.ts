/** The rows of a table of rankers: tuned baselines and trained models, with their seeds. */

import type { TrainingSummary } from "../../src/analysis/report.ts";
import { averageOverSeeds, type SystemSeeds } from "../compare-systems.ts";
import { mean } from "../format-values.ts";
import type { NeuralWorkload } from "./neural-workload.ts";
import type { MeasuredValues } from "./query-values.ts";
import { type TrainedSystem, type TrainingOutcome, tuneAndTrain } from "./training-outcome.ts";
import {
  type BaselineOutcome,
  measureBaseline,
  tuneBaseline,
  tuneFeedback,
} from "./tune-baseline.ts";

/** One system with its values. */
export interface SystemRow {
  readonly name: string;
  /** A description, if the name is not enough. */
  readonly setting: string;
  readonly dev: MeasuredValues;
  readonly test: MeasuredValues;
  /** At the full depth; equal to `test` without re-ranking. */
  readonly testDeep: MeasuredValues;
  /** The mean of each seed, by measure. */
  readonly seeds: Readonly<Record<string, readonly number[]>>;
  readonly depths: readonly number[];
  readonly outcomes: readonly TrainingOutcome[];
}

/** The untrained rows: the first stage, and BM25, LM and RM3 tuned on dev. */
export async function measureBaselineRows(workload: NeuralWorkload): Promise<readonly SystemRow[]> {
  const { firstStage } = workload.collection;
  const bm25 = await tuneBaseline(workload, "bm25");
  const lm = await tuneBaseline(workload, "lm");
  const rows: (readonly [string, BaselineOutcome])[] = [
    [
      "first stage",
      await measureBaseline(workload, { stopList: "english-short", ranker: firstStage }),
    ],
    ["LM", lm],
    ["BM25", bm25],
    ["RM3", await tuneFeedback(workload, bm25)],
  ];
  return rows.map(([name, outcome]) => createUntrainedRow(name, outcome));
}

/** The row of a baseline, which has no seeds and no depth. */
export function createUntrainedRow(
  name: string,
  { dev, test, ranker, stopList }: BaselineOutcome,
): SystemRow {
  const setting = `${ranker}, stop list ${stopList}`;
  return { name, setting, dev, test, testDeep: test, seeds: {}, depths: [], outcomes: [] };
}

/** One row per model: the mean of its seeds per query. */
export async function measureTrainedRows(
  workload: NeuralWorkload,
  systems: readonly TrainedSystem[],
  seeds: number,
): Promise<readonly SystemRow[]> {
  const outcomes = new Map<string, TrainingOutcome[]>();
  let done = 0;
  const total = systems.length * seeds;
  for (let seed = 1; seed <= seeds; seed++) {
    for (const system of systems) {
      const outcome = await tuneAndTrain(workload, system, seed);
      outcomes.set(system.name, [...(outcomes.get(system.name) ?? []), outcome]);
      const labels = { task: `models on ${workload.collection.name}`, unit: "trainings" };
      workload.environment.progress({ ...labels, done: ++done, total, finished: done === total });
    }
  }
  return systems.map(({ name, model }) => summariseOutcomes(name, model, outcomes.get(name) ?? []));
}

function summariseOutcomes(
  name: string,
  setting: string,
  outcomes: readonly TrainingOutcome[],
): SystemRow {
  const averageSeeds = (of: (outcome: TrainingOutcome) => MeasuredValues): MeasuredValues => {
    const measures = Object.keys(outcomes[0] === undefined ? {} : of(outcomes[0]));
    return Object.fromEntries(
      measures.map((measure) => [
        measure,
        averageOverSeeds(outcomes.map((outcome) => of(outcome)[measure] ?? [])),
      ]),
    );
  };
  const test = averageSeeds((outcome) => outcome.test);
  return {
    ...{ name, setting, outcomes, test },
    dev: averageSeeds((outcome) => outcome.dev),
    testDeep: averageSeeds((outcome) => outcome.testDeep),
    seeds: Object.fromEntries(
      Object.keys(test).map((measure) => [
        measure,
        outcomes.map((outcome) => mean(outcome.test[measure] ?? [])),
      ]),
    ),
    depths: outcomes.map(({ depth }) => depth),
  };
}

/** The values of every seed of the trained rows by one measure, at the chosen or the full depth. */
export function toSeedsByName(
  rows: readonly SystemRow[],
  measure: string,
  at: "test" | "testDeep" = "test",
): SystemSeeds {
  const trained = rows.filter(({ outcomes }) => outcomes.length > 0);
  return new Map(
    trained.map(({ name, outcomes }) => [name, outcomes.map((each) => each[at][measure] ?? [])]),
  );
}

/** The length of every training behind the rows. */
export function listTrainings(
  collection: string,
  rows: readonly SystemRow[],
): readonly TrainingSummary[] {
  return rows.flatMap(({ name, outcomes }) =>
    outcomes.map(({ steps, ran, ending }, i) => ({
      ...{ collection, system: name, seed: i + 1, kept: steps, steps: ran, ending },
    })),
  );
}

/** The values of all rows by one measure. */
export function toValuesByName(
  rows: readonly SystemRow[],
  measure: string,
): ReadonlyMap<string, readonly number[]> {
  return new Map(rows.map(({ name, test }) => [name, test[measure] ?? []]));
}
