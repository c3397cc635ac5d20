/** The rows of a table of rankers: tuned baselines and trained models, with their seeds. */

import { meanOverSeeds } from "../compared-systems.ts";
import { mean } from "../shown-values.ts";
import type { NeuralWorkload } from "./neural-workload.ts";
import type { MeasuredValues } from "./query-values.ts";
import { type TrainedOutcome, type TrainedSystem, trainedOutcome } from "./trained-outcome.ts";
import { type BaselineOutcome, baselineOutcome, tunedBaseline } from "./tuned-baselines.ts";

/** One system with its values. */
export interface SystemRow {
  readonly name: string;
  /** What it is, where the name does not say it all. */
  readonly setting: string;
  readonly dev: MeasuredValues;
  readonly test: MeasuredValues;
  /** At the full depth; as `test` for what does not re-rank. */
  readonly testDeep: MeasuredValues;
  /** The mean of each seed, by measure. */
  readonly seeds: Readonly<Record<string, readonly number[]>>;
  readonly depths: readonly number[];
  readonly outcomes: readonly TrainedOutcome[];
}

/** The untrained rows: the first stage, and BM25, LM and RM3 tuned on dev. */
export async function baselineRows(workload: NeuralWorkload): Promise<readonly SystemRow[]> {
  const { firstStage } = workload.collection;
  const bm25 = await tunedBaseline(workload, "bm25");
  const lm = await tunedBaseline(workload, "lm");
  const { stopList, ranker } = bm25;
  const rows: (readonly [string, BaselineOutcome])[] = [
    [
      "first stage",
      await baselineOutcome(workload, { stopList: "english-short", ranker: firstStage }),
    ],
    ["LM", lm],
    ["BM25", bm25],
    ["RM3", await baselineOutcome(workload, { stopList, ranker: `rm3(${ranker})` })],
  ];
  return rows.map(([name, { dev, test, ...chosen }]) => ({
    ...{ name, dev, test, testDeep: test, seeds: {}, depths: [], outcomes: [] },
    setting: `${chosen.ranker}, stop list ${chosen.stopList}`,
  }));
}

/** One row per model: the mean of its seeds per query. */
export async function trainedRows(
  workload: NeuralWorkload,
  systems: readonly TrainedSystem[],
  seeds: number,
): Promise<readonly SystemRow[]> {
  const outcomes = new Map<string, TrainedOutcome[]>();
  let done = 0;
  const total = systems.length * seeds;
  for (let seed = 1; seed <= seeds; seed++) {
    for (const system of systems) {
      const outcome = await trainedOutcome(workload, system, seed);
      outcomes.set(system.name, [...(outcomes.get(system.name) ?? []), outcome]);
      const labels = { task: `models on ${workload.collection.name}`, unit: "trainings" };
      workload.environment.progress({ ...labels, done: ++done, total, finished: done === total });
    }
  }
  return systems.map(({ name, model }) => trainedRow(name, model, outcomes.get(name) ?? []));
}

function trainedRow(name: string, setting: string, outcomes: readonly TrainedOutcome[]): SystemRow {
  const joined = (of: (outcome: TrainedOutcome) => MeasuredValues): MeasuredValues => {
    const measures = Object.keys(outcomes[0] === undefined ? {} : of(outcomes[0]));
    return Object.fromEntries(
      measures.map((measure) => [
        measure,
        meanOverSeeds(outcomes.map((outcome) => of(outcome)[measure] ?? [])),
      ]),
    );
  };
  const test = joined((outcome) => outcome.test);
  return {
    ...{ name, setting, outcomes, test },
    dev: joined((outcome) => outcome.dev),
    testDeep: joined((outcome) => outcome.testDeep),
    seeds: Object.fromEntries(
      Object.keys(test).map((measure) => [
        measure,
        outcomes.map((outcome) => mean(outcome.test[measure] ?? [])),
      ]),
    ),
    depths: outcomes.map(({ depth }) => depth),
  };
}

/** The values of all rows by one measure. */
export function valuesByName(
  rows: readonly SystemRow[],
  measure: string,
): ReadonlyMap<string, readonly number[]> {
  return new Map(rows.map(({ name, test }) => [name, test[measure] ?? []]));
}
