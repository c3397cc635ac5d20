/**
 * The gain of pre-trained vectors: each model with pre-trained and with random vectors, its
 * parameters, and those that were transferred (the lecture's table of results).
 */

import type { Report } from "../../src/analysis/index.ts";
import { createBetterFinding, toComparisonTable } from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatMean, formatSpread, mean } from "../format-values.ts";
import { compareRows, measureReferences } from "../neural/compare-rows.ts";
import { NEURAL_OPTIONS, NEURAL_QUICK } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { createUntrainedRow, listTrainings, measureTrainedRows } from "../neural/system-rows.ts";
import type { TrainedSystem } from "../neural/training-outcome.ts";
import { tuneBaseline } from "../neural/tune-baseline.ts";
import { createSmallReport } from "../small-report.ts";
import { BERT_OPTIONS, createBertSystem, describeBert, openBertStart } from "./bert-row.ts";

const TITLE = "Pre-trained vectors against random ones";

/** The models of the lecture, then the others that start from word vectors. */
const MODELS: Readonly<Record<string, string>> = {
  KNRM: "knrm",
  MatchPyramid: "match-pyramid",
  PACRR: "pacrr",
  ConvKNRM: "conv-knrm",
  "S-KNRM": "s-knrm",
  "S-PACRR": "s-pacrr",
  "S-ConvKNRM": "s-conv-knrm",
  DRMM: "drmm",
  Duet: "duet",
};
/** The vectors that models start from. */
const STARTS = ["random", "pretrained"] as const;
const LECTURE_MODELS = "KNRM MatchPyramid PACRR ConvKNRM";

/** MRR and Recall by the lecture. */
const PAPER: Readonly<Record<string, readonly [mrr: string, recall: string]>> = {
  BM25: [".192", ".398"],
  KNRM_RND: [".213", ".390"],
  KNRM: [".230", ".439"],
  MatchPyramid_RND: [".232", ".424"],
  MatchPyramid: [".240", ".445"],
  PACRR_RND: [".228", ".426"],
  PACRR: [".242", ".451"],
  ConvKNRM_RND: [".243", ".443"],
  ConvKNRM: [".268", ".488"],
  "BERT-Base": [".342", ".585"],
  "BERT-Large": [".353", ".596"],
};

/** The dimension of the default vectors. */
const DEFAULT_DIMENSION = 100;

const NOT_TESTED = "not testable here" as const;

/** The lecture's table of results. */
export const x4Results: Experiment = {
  id: "X4-results",
  title: "models with pre-trained and with random vectors, with their parameters",
  source: "the lecture's table of results",
  collections: ["msmarco-mini", "wikiqa", "nfcorpus"],
  quickCollections: NEURAL_QUICK.slice(0, 2),
  needs: { splits: true, judged: 10, vectors: true },
  options: [
    {
      name: "models",
      summary: "models, each with pre-trained and with random vectors",
      default: Object.keys(MODELS).join(" "),
      quick: LECTURE_MODELS,
    },
    {
      name: "starts",
      summary: "vectors at the start: random, pretrained",
      default: STARTS.join(" "),
    },
    {
      name: "without",
      summary: "systems to leave out, such as KNRM_RND, because not all their seeds are trained",
      default: "",
    },
    ...NEURAL_OPTIONS,
    ...BERT_OPTIONS,
  ],
  systems: (request) => createSystems(request, DEFAULT_DIMENSION),
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

/** Each model with random and with pre-trained vectors of this many dimensions. */
function createSystems(request: ExperimentRequest, dimensions: number): readonly TrainedSystem[] {
  const starts = request.choices("starts", STARTS);
  const names = Object.keys(MODELS).flatMap((model) => [`${model}_RND`, model]);
  const without: readonly string[] = request.choices("without", names);
  return request.choices("models", Object.keys(MODELS)).flatMap((system): TrainedSystem[] => {
    const model = MODELS[system] as string;
    const random = { start: "random" } as const;
    return [
      { name: `${system}_RND`, model, vocabulary: random, options: { dimensions } },
      { name: system, model },
    ]
      .filter(({ vocabulary }) => starts.includes(vocabulary ? "random" : "pretrained"))
      .filter(({ name }) => !without.includes(name));
  });
}

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const bert = await openBertStart(request, environment);
  const workload = await openNeuralWorkload(name, request, environment);
  const models = request.choices("models", Object.keys(MODELS));
  const systems = createSystems(request, workload.vectors.dimension);
  const rows = [...(await measureTrainedRows(workload, systems, request.number("seeds")))];
  if (typeof bert !== "string") {
    const system = createBertSystem(bert, request);
    rows.push(...(await measureTrainedRows(workload, [system], request.number("bertSeeds"))));
  }
  const bm25 = await tuneBaseline(workload, "bm25");
  const references = await measureReferences(workload);
  await workload.close();
  const own = workload.measure.name;
  const bm25Row = createUntrainedRow("BM25", bm25);
  const deep = new Map(rows.map((row) => [row.name, row.testDeep[own] ?? []]));
  const pairs = [
    ...models.map((system) => [system, `${system}_RND`] as const),
    ...(typeof bert === "string" ? [] : models.map((system) => ["BERT", system] as const)),
    ...models.map((system) => [system, "BM25"] as const),
  ].filter((pair) => pair.every((system) => system === "BM25" || deep.has(system)));
  const compared = compareRows([...rows, bm25Row], references, own, "testDeep", pairs);
  const beside = (system: string, i: 0 | 1): string =>
    PAPER[system] === undefined ? "" : ` [${PAPER[system][i]}]`;
  const value = (values: Readonly<Record<string, readonly number[]>>, measure: string): string =>
    formatMean(mean(values[measure] ?? []));
  const cells = (system: string, values: typeof bm25.test): string[] => [
    `${value(values, "RR@10")}${beside(system, 0)}`,
    `${value(values, "R@10")}${beside(system, 1)}`,
  ];
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      workload.summary,
      "_RND: the same model, its vectors random at the start. In brackets the lecture's MS MARCO. Comparisons at full depth, Holm's correction over all of them.",
      ...(typeof bert === "string" ? [] : [describeBert(request)]),
    ],
    tables: [
      {
        title: `${name}: results`,
        table: {
          header: [
            "system",
            "parameters",
            "transferred",
            "RR@10",
            "R@10",
            `${own} at full depth`,
            "seeds",
          ],
          rows: [
            ["BM25", "", "", ...cells("BM25", bm25.test), "", ""],
            ...rows.map((row) => [
              row.name,
              (row.outcomes[0]?.parameters ?? 0).toLocaleString("en"),
              (row.outcomes[0]?.transferred ?? 0).toLocaleString("en"),
              ...cells(row.name, row.test),
              formatMean(mean(deep.get(row.name) ?? [])),
              formatSpread(row.seeds[own] ?? []),
            ]),
            ...(typeof bert === "string" ? [["BERT", bert, "", "", "", "", ""]] : []),
            ...["BERT-Base", "BERT-Large"].map((system) => [
              ...[system, "", "", `–${beside(system, 0)}`, `–${beside(system, 1)}`, "", ""],
            ]),
          ],
          words: [0],
        },
      },
      {
        title: `${name}: compared`,
        table: toComparisonTable(compared),
      },
    ],
    results: Object.fromEntries(deep),
    findings: [
      ...compared.map((each) => {
        const against = each.baseline === "BM25" ? "S4.7" : "S4.5";
        const claim = each.system === "BERT" ? "S4.6" : against;
        return createBetterFinding(claim, name, `${own} at full depth`, each);
      }),
      ...(typeof bert === "string" && request.text("bert") !== "none"
        ? [{ claim: "S4.6", collection: name, measured: bert, verdict: NOT_TESTED }]
        : []),
    ],
    trainings: listTrainings(name, rows),
    data: { [name]: workload.fingerprint },
  });
}
