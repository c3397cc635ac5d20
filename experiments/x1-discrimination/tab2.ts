/**
 * The gain of learned term weights over the plain models: TF-IDF, LM and BM25 against their TDV
 * forms, nDCG@5 and Recall@1000 (Table 2 of Frej et al., SIGIR 2020), with and without a stop list.
 *
 * Each TDV model is compared with the model with the usual idf, with the one with idf from
 * collection frequency, from which the paper starts, and with the one whose k1, b or mu alone were
 * learned in the same way, so that the gain of weights is separated from that of another idf or of
 * better parameters. Paired t tests, Holm's correction over all comparisons of a table.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import type { Report, ReportTable } from "../../src/analysis/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { MODELS } from "../../src/discrimination/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { measureNeuralRows } from "./neural-rows.ts";
import { MEASURES, measureTdvRow, readChoice, selectNegatives, type TdvRow } from "./tdv-row.ts";
import {
  createNeuralFindings,
  createNeuralTable,
  createRecallFindings,
  createStartFindings,
  createTdvFindings,
  createTdvTable,
} from "./tdv-tables.ts";
import { openTdvWorkload, STOP_LISTS, type TdvWorkload, VECTORS_OPTION } from "./tdv-workload.ts";

/**
 * Documents per query in the runs of the report. The results contain the values of each query: 24
 * runs of 1,000 would be gigabytes.
 */
const STORED_DEPTH = 100;

/** Table 2 of the paper. */
export const tdvEffectiveness: Experiment = {
  id: "X1-tab2",
  aliases: ["tdv-effectiveness"],
  title: "gains of learned term weights over TF-IDF, LM and BM25",
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
      summary: "choice of the number of epochs with folds: inner cross-validation, or none for all",
      default: "inner",
      quick: "none",
    },
    { name: "seed", summary: "random seed", default: "1" },
    {
      name: "neural",
      summary: "neural models to compare with, on the same folds or splits",
      default: "drmm duet conv-knrm",
      quick: "drmm",
    },
    {
      name: "neuralSeeds",
      summary: "random seeds of the neural models, 1 to this number",
      default: "5",
      quick: "1",
    },
    { name: "device", summary: "device of the neural models, cpu or gpu", default: "cpu" },
    { name: "threads", summary: "threads of the neural models", default: "2" },
    {
      name: "paper",
      summary: "epochs of the paper's own method, a separate row; 0 skips it",
      default: "20",
      quick: "3",
    },
    {
      name: "keep",
      summary: "folder of cached neural outcomes",
      default: OUTCOME_CACHE_FOLDER,
    },
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

const TITLE = "Learned term weights against plain models";

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const tables: ReportTable[] = [];
  const runs: Run[] = [];
  const results: unknown[] = [];
  let notes: readonly string[] = [];
  const findings: Finding[] = [];
  let fingerprint = "";
  for (const stopList of request.choices("stop", STOP_LISTS)) {
    const workload = await openTdvWorkload(request, stopList, environment);
    const rows: TdvRow[] = [];
    for (const model of request.choices("models", MODELS)) {
      rows.push(await measureTdvRow(model, workload, request));
      environment.progress({
        task: `stop list ${stopList}`,
        unit: "models",
        done: rows.length,
        finished: true,
      });
    }
    for (const measure of MEASURES) {
      const title = `${measure}: ${workload.name}, stop list ${stopList}`;
      tables.push({ title, table: createTdvTable(rows, measure) });
    }
    for (const { systems } of rows) {
      for (const run of systems.values()) {
        runs.push(limitRun(run, `${run.name}-${stopList}`));
      }
    }
    findings.push(
      ...createTdvFindings(workload.name, stopList, rows),
      ...createRecallFindings(workload.name, stopList, rows),
      ...createStartFindings(workload.name, stopList, rows),
    );
    fingerprint = workload.fingerprint;
    if (stopList === "none") {
      const neural = await measureNeuralRows(request, environment);
      if (neural.length > 0) tables.push(createNeuralTable(workload.name, neural, rows));
      findings.push(...createNeuralFindings(workload.name, neural, rows));
      results.push({
        neural: neural.map(({ model, seeds }) => ({
          model,
          seeds: seeds.map((values) => [...values.values()]),
        })),
      });
    }
    results.push({ stopList, vectors: workload.vectorReport, models: rows.map(toResult) });
    notes = [describeProtocol(workload, readChoice(request)), describeNegatives(workload)];
    await workload.snapshot.close();
  }
  const title = `${TITLE}: ${request.collection}`;
  const data = { [request.collection]: fingerprint };
  const report = { title, texts: [TEXT, ...notes], tables, figures: [], results, runs };
  return { ...report, findings, data };
}

const TEXT =
  "usual: the model with idf from document frequency; cf: with idf from collection frequency; parameters: k1, b or mu learned, all weights 1; TDV: weights learned too; paper: learned by the paper's equations (idf of Eq. 3, |q| kept in Eq. 10, batch statistics) from vectors of length 1, starting at the plain model; the number of epochs and lambda are chosen without the reported queries. + better, - worse at p < .05 by paired t tests, Holm's correction over all comparisons of a table; = no significant difference. Runs are stored 100 documents deep.";

function limitRun({ rankings }: Run, name: string): Run {
  const short = [...rankings].map(([query, { documents, scores }]) => {
    const best = {
      documents: documents.slice(0, STORED_DEPTH),
      scores: scores.slice(0, STORED_DEPTH),
    };
    return [query, best] as const;
  });
  return { name, rankings: new Map(short) };
}

function describeProtocol({ split, test }: TdvWorkload, choice: string): string {
  const procedure =
    choice === "none"
      ? "nothing is chosen, the last epoch counts."
      : "the number of epochs is chosen by cross-validation within the training folds.";
  return split === undefined
    ? `Five folds over the ${test.queries.length} judged queries; ${procedure}`
    : `Learned from ${split.training.queries.length} training queries; the epoch is chosen on ${split.validation.queries.length} others; reported on ${test.queries.length} test queries.`;
}

function describeNegatives({ split, test, name }: TdvWorkload): string {
  return selectNegatives(split?.training ?? test) === "judged"
    ? `The paper's row learns against documents of ${name} that were judged not relevant.`
    : `Few documents of ${name} were judged not relevant: the paper's row learns against others that BM25 finds.`;
}

function toResult({ model, systems, tdv, comparison, judgements }: TdvRow): unknown {
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
