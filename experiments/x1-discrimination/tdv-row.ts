/** One model of Table 2: its systems by name, learned and plain, on the queries that are reported on. */

import type { Run } from "../../src/collection/run.ts";
import {
  type LearningOptions,
  type ModelName,
  PAPER_EQUATIONS,
} from "../../src/discrimination/index.ts";
import { type Comparison, compare } from "../../src/evaluation/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import type { ExperimentRequest } from "../experiment.ts";
import { type LearnedRun, learnAllEpochs, learnWithSelection } from "./tdv-learning.ts";
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

/** How the number of epochs is chosen where there are folds. */
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
}

/** Learns and ranks everything that the request asks for of one model. */
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
    leastWeight: request.number("least"),
    epochs: request.number("epochs"),
    seed: request.number("seed"),
    withoutVector: "bias",
  };
  const isFixed = workload.split === undefined && readChoice(request) === "none";
  const learn = (how: LearningOptions, name: string): Promise<LearnedRun> =>
    isFixed ? learnAllEpochs(workload, how, name) : learnWithSelection(workload, how, name);
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
  if (epochs > 0) {
    const negatives = selectNegatives(workload.split?.training ?? test);
    const how = { ...PAPER_EQUATIONS, model, negatives, epochs, withoutVector: "bias" } as const;
    systems.set("paper", (await learnAllEpochs(workload, how, `${model}-paper`)).run);
  }
  const { judgements } = test;
  const comparison = compare(judgements, tdv.run, [...systems.values()], MEASURES);
  systems.set("TDV", tdv.run);
  return { model, systems, tdv, comparison, judgements };
}

/** The paper's, where most queries have documents that were judged not relevant; else what BM25 finds. */
export function selectNegatives({ queries, judgements }: WorkloadQueries): "judged" | "found" {
  const judged = queries.filter(({ id }) => {
    const grades = [...(judgements.get(id)?.values() ?? [])];
    return grades.includes(0);
  });
  return 2 * judged.length > queries.length ? "judged" : "found";
}
