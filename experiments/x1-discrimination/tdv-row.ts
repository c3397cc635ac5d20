/** One model of Table 2: its systems by name, learned and plain, on the queries that are reported on. */

import type { Run } from "../../src/collection/run.ts";
import {
  type LearningOptions,
  type ModelName,
  PAPER_PROTOCOL,
} from "../../src/discrimination/index.ts";
import { type Comparison, compare } from "../../src/evaluation/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import type { ExperimentRequest } from "../experiment.ts";
import {
  type LearnedRun,
  learnAllEpochs,
  learnBestLambda,
  learnWithSelection,
  measureStart,
} from "./tdv-learning.ts";
import type { TdvWorkload, WorkloadQueries } from "./tdv-workload.ts";

/** The measures of the table. */
export const MEASURES: readonly string[] = ["nDCG@5", "R@1000"];

/** The models with their usual idf, at the parameters that learning starts from. */
export const USUAL: Readonly<Record<ModelName, string>> = {
  bm25: "bm25(preset=tdv)",
  lm: "lm(preset=tdv)",
  tfidf: "tfidf(form=raw-tf)",
};

const CHOICES = ["inner", "none"] as const;

/** The choice of the number of epochs if there are folds. */
export function readChoice(request: ExperimentRequest): (typeof CHOICES)[number] {
  return request.choices("choice", CHOICES)[0] ?? "inner";
}

/** One model: its systems by name, and how each compares with TDV. */
export interface TdvRow {
  readonly model: ModelName;
  readonly systems: ReadonlyMap<string, Run>;
  readonly tdv: LearnedRun;
  readonly comparison: Comparison;
  readonly judgements: TdvWorkload["test"]["judgements"];
  /** nDCG@5 of every query at the start of the paper's method; empty without it. */
  readonly start: ReadonlyMap<string, number>;
}

/** Lambdas of the paper's method: none, that of the authors' code, and one on each side of it. */
const PAPER_LAMBDAS: readonly number[] = [0, 0.0001, 0.00032, 0.001];

/** Learns and ranks everything that is requested for one model. */
export async function measureTdvRow(
  model: ModelName,
  workload: TdvWorkload,
  request: ExperimentRequest,
): Promise<TdvRow> {
  const { searcher, test } = workload;
  const options: LearningOptions = {
    model,
    lambda: request.number("lambda"),
    rate: request.number("rate"),
    minWeight: request.number("least"),
    epochs: request.number("epochs"),
    seed: request.number("seed"),
    withoutVector: "bias",
  };
  const isFixed = workload.split === undefined && readChoice(request) === "none";
  const learn = (learningOptions: LearningOptions, name: string): Promise<LearnedRun> =>
    isFixed
      ? learnAllEpochs(workload, learningOptions, name)
      : learnWithSelection(workload, learningOptions, name);
  const ranked = (ranker: string, name: string): Promise<Run> =>
    runQueries(createIndexRetriever(searcher, { ranker }), test.texts, {
      name: `${model}-${name}`,
    });
  const systems = new Map<string, Run>();
  systems.set("usual", await ranked(USUAL[model], "usual"));
  const baselines = request.choices("baselines", ["cf", "parameters"]);
  if (baselines.includes("cf")) systems.set("cf", await ranked(`tdv-${model}`, "cf"));
  if (baselines.includes("parameters") && model !== "tfidf") {
    const alone = { ...options, rate: 0, lambda: 0 };
    systems.set("parameters", (await learn(alone, `${model}-parameters`)).run);
  }
  const tdv = await learn(options, `${model}-tdv`);
  const epochs = request.number("paper");
  let start: ReadonlyMap<string, number> = new Map();
  if (epochs > 0) {
    const negatives = selectNegatives(workload.split?.training ?? test);
    const paper = { ...PAPER_PROTOCOL, model, negatives, epochs, withoutVector: "bias" } as const;
    const name = `${model}-paper`;
    const { run } = isFixed
      ? await learnAllEpochs(workload, paper, name)
      : await learnBestLambda(workload, paper, PAPER_LAMBDAS, name);
    systems.set("paper", run);
    start = await measureStart(workload, paper);
  }
  const { judgements } = test;
  const comparison = compare(judgements, tdv.run, [...systems.values()], MEASURES);
  systems.set("TDV", tdv.run);
  return { model, systems, tdv, comparison, judgements, start };
}

/**
 * The paper's negatives, if most queries have documents judged not relevant; else those that BM25
 * finds.
 */
export function selectNegatives({
  queries,
  judgements,
}: Pick<WorkloadQueries, "queries" | "judgements">): "judged" | "found" {
  const judged = queries.filter(({ id }) => {
    const grades = [...(judgements.get(id)?.values() ?? [])];
    return grades.includes(0);
  });
  return 2 * judged.length > queries.length ? "judged" : "found";
}
