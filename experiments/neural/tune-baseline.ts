/**
 * Untrained rankers, tuned on dev: the stop list and the kind of idf first, then the parameters of
 * the model at the best of them. They are the first baselines of a learned model.
 */

import { gridSettings } from "../../src/ranking/index.ts";
import { mean } from "../format-values.ts";
import { type NeuralWorkload, TUNED_STOP_LISTS, type TunedStopList } from "./neural-workload.ts";
import { computeValues, listMeasures, type MeasuredValues } from "./query-values.ts";

/** A ranker on an index with a stop list. */
export interface BaselineSetting {
  readonly stopList: TunedStopList;
  readonly ranker: string;
}

/** A tuned baseline with its values. */
export interface BaselineOutcome extends BaselineSetting {
  readonly dev: MeasuredValues;
  readonly test: MeasuredValues;
}

/** The tuned models with their grids. */
const GRIDS = {
  bm25: { first: ["bm25", "bm25(idf=cf)"], second: "k1=0.4|0.9|1.5|2.2,b=0.2|0.4|0.6|0.8" },
  lm: { first: ["lm", "lm(mu=300)"], second: "mu=50|100|200|500|1000|2500" },
} as const;

/** The settings of RM3: three sizes of the feedback, two of the query, three weights. */
const FEEDBACK_GRID: readonly string[] = [5, 10, 20].flatMap((docs) =>
  [10, 30].flatMap((terms) =>
    [0.3, 0.5, 0.8].map((weight) => `docs=${docs},terms=${terms},weight=${weight}`),
  ),
);

/** One of the models. */
export type TunedModel = keyof typeof GRIDS;

/** The settings of the first pass: every stop list with every kind of idf or prior. */
export function listFirstSettings(model: TunedModel): readonly BaselineSetting[] {
  return TUNED_STOP_LISTS.flatMap((stopList) =>
    GRIDS[model].first.map((ranker) => ({ stopList, ranker })),
  );
}

/** Searches the grid on dev; the best setting on dev and test. */
export async function tuneBaseline(
  workload: NeuralWorkload,
  model: TunedModel,
): Promise<BaselineOutcome> {
  const { collection, fingerprint, limits } = workload;
  const key = { kind: "tuned baseline", model, grid: GRIDS[model], fingerprint, limits };
  const more = {
    collection: collection.name,
    among: collection.among,
    queries: workload.queriesChecksum,
  };
  return workload.outcomeCache.getOrCompute(
    import.meta.url,
    { ...key, ...more, measure: workload.measure.name },
    async () => {
      const chosen = await findBestSetting(workload, listFirstSettings(model));
      const grid = gridSettings(chosen.ranker, GRIDS[model].second);
      const settings = grid.map(({ name }) => ({ stopList: chosen.stopList, ranker: name }));
      return measureBaseline(workload, await findBestSetting(workload, [chosen, ...settings]));
    },
  );
}

/** RM3 on top of a tuned ranker: documents, terms and weight of the feedback, tuned on dev. */
export async function tuneFeedback(
  workload: NeuralWorkload,
  { stopList, ranker }: BaselineSetting,
): Promise<BaselineOutcome> {
  const { collection, fingerprint, limits } = workload;
  const key = {
    kind: "tuned feedback",
    ranker,
    stopList,
    grid: FEEDBACK_GRID,
    fingerprint,
    limits,
  };
  const more = { collection: collection.name, queries: workload.queriesChecksum };
  return workload.outcomeCache.getOrCompute(
    import.meta.url,
    { ...key, ...more, measure: workload.measure.name },
    async () => {
      const settings = FEEDBACK_GRID.map((point) => ({
        stopList,
        ranker: `rm3(${ranker},${point})`,
      }));
      return measureBaseline(workload, await findBestSetting(workload, settings));
    },
  );
}

/** Any ranker on any index, measured on dev and test. */
export async function measureBaseline(
  workload: NeuralWorkload,
  setting: BaselineSetting,
): Promise<BaselineOutcome> {
  const reader = await workload.indexWith(setting.stopList);
  const measures = listMeasures(workload);
  const values = async (split: "dev" | "test"): Promise<MeasuredValues> =>
    computeValues(await workload.rankBy(split, setting.ranker, reader), reader, measures);
  return { ...setting, dev: await values("dev"), test: await values("test") };
}

/** The highest mean on dev; the first of equals. */
async function findBestSetting(
  workload: NeuralWorkload,
  settings: readonly BaselineSetting[],
): Promise<BaselineSetting> {
  let bestSetting: { setting: BaselineSetting; value: number } | undefined;
  for (const setting of settings) {
    const reader = await workload.indexWith(setting.stopList);
    const ranked = await workload.rankBy("dev", setting.ranker, reader);
    const values = computeValues(ranked, reader, [workload.measure])[workload.measure.name] ?? [];
    const value = mean(values);
    if (bestSetting === undefined || value > bestSetting.value) bestSetting = { setting, value };
  }
  return (bestSetting as { setting: BaselineSetting }).setting;
}
