/**
 * What learning term weights gains over the plain models: TF-IDF, LM and BM25
 * against their TDV forms, nDCG@5 and Recall@1000 (Table 2 of Frej et al.,
 * SIGIR 2020), with and without a stop list.
 *
 * Each TDV model is held against the model with the usual idf, against the one
 * with idf from collection frequency, which the paper starts from, and against
 * the one whose k1, b or mu alone were learned in the same way, so that the gain
 * of weights is told apart from that of another idf or of better parameters.
 * Paired t tests, Bonferroni over the models of a table.
 */

import { betterVerdict, type Finding } from "../../src/analysis/finding.ts";
import type { Report, ReportTable } from "../../src/analysis/index.ts";
import type { Run } from "../../src/collection/run.ts";
import {
  type LearningOptions,
  MODELS,
  type ModelName,
  PAPER_OPTIONS,
} from "../../src/discrimination/index.ts";
import {
  bonferroni,
  type Comparison,
  type ComparisonRow,
  compare,
  evaluate,
} from "../../src/evaluation/index.ts";
import { rankQueries } from "../../src/ranking/index.ts";
import { comparedSystems } from "../compared-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../joined-report.ts";
import { mean, shownInterval, shownP } from "../shown-values.ts";
import { type NeuralRow, neuralRows } from "./neural-rows.ts";
import { type LearnedRun, learnChoosing, learnThrough } from "./tdv-learning.ts";
import { openTdvWorkload, STOP_LISTS, type TdvWorkload, VECTORS_OPTION } from "./tdv-workload.ts";

const MEASURES = ["nDCG@5", "R@1000"];

/** Documents per query in the runs of the report, whose results hold the values of each query: 24 runs of 1,000 are gigabytes. */
const STORED_DEPTH = 100;

/** The models with their usual idf, at the parameters that learning starts from. */
export const USUAL: Readonly<Record<ModelName, string>> = {
  bm25: "bm25(preset=tdv)",
  lm: "lm(preset=tdv)",
  tfidf: "tfidf(form=raw-tf)",
};

/** Table 2 of the paper. */
export const tdvEffectiveness: Experiment = {
  id: "X1-tab2",
  aliases: ["tdv-effectiveness"],
  title: "what learned term weights gain over TF-IDF, LM and BM25",
  source: "Table 2 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: ["cranfield", "cisi", "vaswani", "nfcorpus", "wordnet"],
  quickCollections: ["cranfield", "cisi", "nfcorpus"],
  needs: { judged: 10, vectors: true },
  options: [
    VECTORS_OPTION,
    { name: "stop", summary: "stop lists", default: STOP_LISTS.join(" "), quick: "none" },
    { name: "models", summary: "of bm25, lm, tfidf", default: MODELS.join(" ") },
    {
      name: "baselines",
      summary: "beside usual: cf, parameters",
      default: "cf parameters",
    },
    { name: "lambda", summary: "share of the length in the loss", default: "0" },
    { name: "least", summary: "terms that weigh less are dropped", default: "0" },
    { name: "rate", summary: "step of learning", default: "0.001" },
    { name: "epochs", summary: "at most so many", default: "6", quick: "3" },
    {
      name: "choice",
      summary: "of epochs where there are folds: inner cross-validation, or none: all of them",
      default: "inner",
      quick: "none",
    },
    { name: "seed", summary: "random seed", default: "1" },
    {
      name: "neural",
      summary: "neural models beside, with the same folds or splits",
      default: "drmm duet conv-knrm",
      quick: "drmm",
    },
    {
      name: "paper",
      summary: "epochs of the paper's own method, a row of its own; 0 leaves it out",
      default: "20",
      quick: "3",
    },
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, tablesOf),
};

const TITLE = "Learned term weights against plain models";

async function tablesOf(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  {
    const tables: ReportTable[] = [];
    const runs: Run[] = [];
    const results: unknown[] = [];
    let notes: readonly string[] = [];
    const findings: Finding[] = [];
    let fingerprint = "";
    for (const stopList of request.choices("stop", STOP_LISTS)) {
      const workload = await openTdvWorkload(request, stopList, environment);
      const rows: Row[] = [];
      for (const model of request.choices("models", MODELS)) {
        rows.push(await rowOf(model, workload, request));
        environment.progress({
          task: `stop list ${stopList}`,
          unit: "models",
          done: rows.length,
          finished: true,
        });
      }
      for (const measure of MEASURES) {
        const title = `${measure}: ${workload.name}, stop list ${stopList}`;
        tables.push({ title, table: tableOf(rows, measure) });
      }
      for (const { systems } of rows) {
        for (const run of systems.values()) {
          runs.push(cut(run, `${run.name}-${stopList}`));
        }
      }
      findings.push(...findingsOf(workload.name, stopList, rows));
      fingerprint = workload.fingerprint;
      if (stopList === "none") {
        const judged = { judgements: workload.test.judgements, name: workload.name };
        const neural = await neuralRows(request, environment);
        if (neural.length > 0) tables.push(neuralTable(judged.name, neural, rows));
        results.push({ neural });
      }
      results.push({ stopList, vectors: workload.vectorReport, models: rows.map(resultOf) });
      notes = [protocolOf(workload, choiceOf(request))];
      await workload.snapshot.close();
    }
    const title = `${TITLE}: ${request.collection}`;
    const data = { [request.collection]: fingerprint };
    const made = { title, texts: [TEXT, ...notes], tables, figures: [], results, runs };
    return { ...made, findings, data };
  }
}

const TEXT =
  "usual: the model with idf from document frequency; cf: with idf from collection frequency; parameters: k1, b or mu learned, all weights 1; TDV: weights learned too; paper: learned as the paper has it, whose negatives are drawn from what BM25 finds where none are judged. + better, - worse at p < .05 by paired t tests, Bonferroni over the models of a table; = no significant difference. Runs are stored 100 documents deep.";

function cut({ rankings }: Run, name: string): Run {
  const short = [...rankings].map(([query, { documents, scores }]) => {
    const best = {
      documents: documents.slice(0, STORED_DEPTH),
      scores: scores.slice(0, STORED_DEPTH),
    };
    return [query, best] as const;
  });
  return { name, rankings: new Map(short) };
}

const CHOICES = ["inner", "none"] as const;

function choiceOf(request: ExperimentRequest): (typeof CHOICES)[number] {
  return request.choices("choice", CHOICES)[0] ?? "inner";
}

function protocolOf({ split, test }: TdvWorkload, choice: string): string {
  const how =
    choice === "none"
      ? "nothing is chosen, the last epoch counts."
      : "the number of epochs is chosen by cross-validation within the training folds.";
  return split === undefined
    ? `Five folds over the ${test.queries.length} judged queries; ${how}`
    : `Learned from ${split.training.queries.length} training queries; the epoch is chosen on ${split.validation.queries.length} others; reported on ${test.queries.length} test queries.`;
}

/** One model: its systems by name, and how each compares with TDV. */
interface Row {
  readonly model: ModelName;
  readonly systems: ReadonlyMap<string, Run>;
  readonly tdv: LearnedRun;
  readonly comparison: Comparison;
  readonly judgements: TdvWorkload["test"]["judgements"];
}

async function rowOf(
  model: ModelName,
  workload: TdvWorkload,
  request: ExperimentRequest,
): Promise<Row> {
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
  const isFixed = workload.split === undefined && choiceOf(request) === "none";
  const learn = (how: LearningOptions, name: string): Promise<LearnedRun> =>
    isFixed ? learnThrough(workload, how, name) : learnChoosing(workload, how, name);
  const ranked = (ranker: string, name: string): Promise<Run> =>
    rankQueries(searcher, test.texts, { ranker, name: `${model}-${name}` });
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
    const how = {
      ...PAPER_OPTIONS,
      model,
      negatives: "found",
      epochs,
      withoutVector: "bias",
    } as const;
    systems.set("paper", (await learnThrough(workload, how, `${model}-paper`)).run);
  }
  const { judgements } = test;
  const comparison = compare(judgements, tdv.run, [...systems.values()], MEASURES);
  systems.set("TDV", tdv.run);
  return { model, systems, tdv, comparison, judgements };
}

const BASELINES = ["usual", "cf", "parameters"];

/** TDV beats the plain model, by the paper's measure, corrected over the models. */
function findingsOf(
  collection: string,
  stopList: string,
  rows: readonly Row[],
): readonly Finding[] {
  const values = new Map<string, readonly number[]>();
  for (const { model, systems, judgements } of rows) {
    for (const name of ["usual", "TDV", "paper"]) {
      const run = systems.get(name);
      if (run === undefined) continue;
      const [first] = evaluate(run, judgements, ["nDCG@5"]).measures;
      values.set(`${model} ${name}`, [...(first?.perQuery ?? [])]);
    }
  }
  const pairs = rows.flatMap(({ model, systems }) =>
    ["TDV", "paper"]
      .filter((name) => systems.has(name))
      .map((name) => [`${model} ${name}`, `${model} usual`] as const),
  );
  return comparedSystems(values, pairs).map((each): Finding => {
    const { system, difference, correctedP: p } = each;
    const isPaper = system.endsWith("paper");
    const measured = `stop list ${stopList}, nDCG@5 of ${system} − usual: ${shownInterval(difference)}`;
    const claim = isPaper ? "S1.3" : "S1.2";
    return { claim, collection, measured, difference, p, verdict: betterVerdict(each, p) };
  });
}

/** Neural models with the same queries held out, beside the plain and the learned ones. */
function neuralTable(
  name: string,
  neural: readonly NeuralRow[],
  rows: readonly Row[],
): ReportTable {
  const plain = rows.flatMap((row) =>
    ["usual", "TDV"].map((system) => [`${row.model} ${system}`, overall(row, system, "nDCG@5")]),
  );
  return {
    title: `${name}: neural models, nDCG@5`,
    table: {
      header: ["model", "nDCG@5"],
      rows: [...plain, ...neural.map(({ model, ndcg }) => [model, mean(ndcg).toFixed(4)])],
      words: [0],
    },
    note: "Neural models re-rank the best documents of BM25; where a collection has no splits, five folds: three to learn from, one to choose by, one to report on.",
  };
}

function tableOf(rows: readonly Row[], measure: string): ReportTable["table"] {
  const against = BASELINES.map((name) => comparisons(rows, name, measure));
  const compared = BASELINES.map((name) => `TDV : ${name}`);
  return {
    header: ["model", ...BASELINES, "TDV", "paper", ...compared, "pruned", "epochs"],
    rows: rows.map((row, i) => [
      row.model,
      ...[...BASELINES, "TDV", "paper"].map((name) => overall(row, name, measure)),
      ...against.map((column) => column[i] as string),
      `${(100 * (1 - row.tdv.kept)).toFixed(1)} %`,
      row.tdv.learned.map(({ chosen }) => chosen.epoch).join(" "),
    ]),
    words: [0],
  };
}

function comparisonOf(
  { systems, comparison }: Row,
  system: string,
  measure: string,
): ComparisonRow | undefined {
  const name = systems.get(system)?.name;
  const found = comparison.measures.find((each) => each.measure === measure);
  return found?.rows.find(({ run }) => run === name);
}

function overall(row: Row, system: string, measure: string): string {
  return comparisonOf(row, system, measure)?.overall.toFixed(4) ?? "–";
}

/** TDV against a baseline, one cell for each model; p corrected over the models. */
function comparisons(rows: readonly Row[], baseline: string, measure: string): string[] {
  const found = rows.map((row) => comparisonOf(row, baseline, measure)?.against);
  const corrected = bonferroni(found.map((against) => against?.p ?? 1));
  return found.map((against, i) => {
    if (against === undefined) return "–";
    const p = corrected[i] as number;
    // The difference is the baseline's to TDV.
    const mark = p >= 0.05 ? "=" : against.difference < 0 ? "+" : "-";
    return `${mark} ${shownP(p)}`;
  });
}

function resultOf({ model, systems, tdv, comparison, judgements }: Row): unknown {
  return {
    model,
    kept: tdv.kept,
    learned: tdv.learned.map(({ ranker, chosen, ended }) => ({ ranker, ...chosen, ended })),
    comparison,
    perQuery: Object.fromEntries(
      [...systems.values()].map((run) => {
        const { queries, measures } = evaluate(run, judgements, MEASURES);
        const values = measures.map(({ measure, perQuery }) => [measure.name, [...perQuery]]);
        return [run.name, { queries, ...Object.fromEntries(values) }];
      }),
    ),
  };
}
