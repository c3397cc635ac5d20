/**
 * The gain of larger vocabularies: MatchPyramid, KNRM and ConvKNRM with seven vocabularies, at the
 * depth chosen on dev (Table 2 of Hofstätter et al.), with a test of every pair of vocabularies.
 */

import { type Finding, judgeNonInferiority } from "../../src/analysis/finding.ts";
import type { Report, ReportTable } from "../../src/analysis/index.ts";
import { createBetterFinding, type SystemComparison } from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatInterval, formatMean, formatP, formatSpread, mean } from "../format-values.ts";
import { compareRows, measureReferences, type RowReferences } from "../neural/compare-rows.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { listQueryIds } from "../neural/query-values.ts";
import type { SystemRow } from "../neural/system-rows.ts";
import { tuneBaseline } from "../neural/tune-baseline.ts";
import { createSmallReport } from "../small-report.ts";
import {
  listVocabularySystems,
  listVocabularyTrainings,
  measureVocabularyRows,
  VOCABULARY_COLLECTIONS,
  VOCABULARY_OPTIONS,
  VOCABULARY_QUICK,
} from "./vocabulary-rows.ts";

const TITLE = "Vocabularies of different sizes";

/** Test MRR and Recall by the paper, from Voc-100 to FastText. */
const PAPER: Readonly<Record<string, readonly [mrr: string, recall: string]>> = {
  MatchPyramid: [".223 .227 .221 .237 .232 .239 .247", ".426 .431 .442 .458 .458 .465 .472"],
  KNRM: [".210 .211 .211 .222 .225 .235 .227", ".407 .407 .407 .453 .455 .468 .451"],
  ConvKNRM: [".248 .249 .250 .260 .264 .273 .275", ".472 .470 .481 .488 .503 .518 .519"],
};
const PAPER_ORDER = ["Voc-100", "Voc-50", "Voc-25", "Voc-10", "Voc-5", "Voc-Full", "FastText"];

/** Table 2 of the low-frequency paper. */
export const x3Table2: Experiment = {
  id: "X3-tab2",
  title: "effectiveness of three models with seven vocabularies",
  source: "Table 2 of Hofstätter, Rekabsaz, Eickhoff and Hanbury, SIGIR 2019",
  collections: VOCABULARY_COLLECTIONS,
  quickCollections: VOCABULARY_QUICK,
  needs: { splits: true, judged: 10, vectors: true },
  options: VOCABULARY_OPTIONS,
  systems: listVocabularySystems,
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const byModel = await measureVocabularyRows(workload, request);
  const bm25 = await tuneBaseline(workload, "bm25");
  const queries = listQueryIds(workload.test);
  const references = await measureReferences(workload);
  await workload.close();
  const own = workload.measure.name;
  const tables: ReportTable[] = [];
  const findings: Finding[] = [];
  for (const [model, rows] of byModel) {
    tables.push({ title: `${name}: ${model}`, table: createEffectivenessTable(model, rows) });
    const compared = compareAllPairs(rows, references, own);
    tables.push({
      title: `${name}: ${model}, all pairs by ${own}`,
      table: createTestTable(compared),
    });
    findings.push(
      ...createFindings(name, model, own, compared),
      ...createMarginFindings(name, model, own, rows, references),
    );
  }
  const formatBm25Mean = (measure: string): string => formatMean(mean(bm25.test[measure] ?? []));
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      workload.summary,
      `Surface forms; word vectors as given, for FastText trained on the documents of the collection. BM25, tuned on dev (${bm25.ranker}, stop list ${bm25.stopList}): RR@10 ${formatBm25Mean("RR@10")} [.192], R@10 ${formatBm25Mean("R@10")} [.407]. In brackets the paper's MS MARCO. All pairs of a model: paired t tests, Holm's correction over the pairs.`,
    ],
    tables,
    results: Object.fromEntries(
      [...byModel].map(([model, rows]) => [model, rows.map(({ outcomes: _, ...row }) => row)]),
    ),
    perQuery: [...byModel].map(([model, rows]) => ({
      name: `${model}-${own}`,
      queries,
      systems: Object.fromEntries(rows.map((row) => [row.name, row.test[own] ?? []])),
    })),
    findings,
    trainings: listVocabularyTrainings(name, byModel),
    data: { [name]: workload.fingerprint },
  });
}

function createEffectivenessTable(model: string, rows: readonly SystemRow[]): ReportTable["table"] {
  const [mrr = "", recall = ""] = PAPER[model] ?? [];
  const paper = (list: string, vocabulary: string): string => {
    const value = list.split(" ")[PAPER_ORDER.indexOf(vocabulary)];
    return value === undefined ? "" : ` [${value}]`;
  };
  const value = (values: SystemRow["test"], measure: string): string =>
    formatMean(mean(values[measure] ?? []));
  return {
    header: [
      ...["vocabulary", "dev RR@10", "dev R@10", "depth", "test RR@10", "test R@10"],
      ...["RR@10 at full depth", "seeds, test RR@10"],
    ],
    rows: rows.map(({ name, dev, test, testDeep, depths, seeds }) => [
      name,
      value(dev, "RR@10"),
      value(dev, "R@10"),
      depths.join(" "),
      `${value(test, "RR@10")}${paper(mrr, name)}`,
      `${value(test, "R@10")}${paper(recall, name)}`,
      value(testDeep, "RR@10"),
      formatSpread(seeds["RR@10"] ?? []),
    ]),
    words: [0, 7],
  };
}

/** The later, larger vocabulary against the earlier one. */
function compareAllPairs(
  rows: readonly SystemRow[],
  references: RowReferences,
  measure: string,
): readonly SystemComparison[] {
  const names = rows.map(({ name }) => name);
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [b, a] as const));
  return compareRows(rows, references, measure, "testDeep", pairs);
}

function createTestTable(compared: readonly SystemComparison[]): ReportTable["table"] {
  return {
    header: ["vocabulary", "against", "difference at full depth (95 % interval)", "corrected p"],
    rows: compared.map(({ system, baseline, difference, correctedP }) => [
      ...[system, baseline, formatInterval(difference), formatP(correctedP)],
    ]),
    words: [0, 1],
  };
}

const CLAIMS: readonly (readonly [claim: string, system: string, baseline: string])[] = [
  ["S3.1", "Voc-Full", "Voc-100"],
  ["S3.2", "FastText", "Voc-Full"],
  // On equal footing: both start with the same vectors.
  ["S3.2", "FastText", "Voc-Full-own"],
];

function createFindings(
  collection: string,
  model: string,
  own: string,
  compared: readonly SystemComparison[],
): readonly Finding[] {
  return CLAIMS.flatMap(([claim, system, baseline]): Finding[] => {
    const comparison = compared.find(
      (each) => each.system === system && each.baseline === baseline,
    );
    if (comparison === undefined) return [];
    return [createBetterFinding(claim, collection, `${model}, ${own} at full depth`, comparison)];
  });
}

/**
 * Tests whether the words that occur five times are enough: the interval against a margin of one
 * percent, if the full vocabulary carries a claim.
 */
function createMarginFindings(
  collection: string,
  model: string,
  own: string,
  rows: readonly SystemRow[],
  references: RowReferences,
): readonly Finding[] {
  const full = rows.find(({ name }) => name === "Voc-Full")?.testDeep[own];
  if (full === undefined || !rows.some(({ name }) => name === "Voc-5")) return [];
  const pair = [["Voc-5", "Voc-Full"]] as const;
  return compareRows(rows, references, own, "testDeep", pair).map((each): Finding => {
    const { difference, defect } = each;
    const measured = `${model}, ${own} at full depth of Voc-5 − Voc-Full: ${formatInterval(difference)}`;
    const finding = { claim: "S3.6", collection, difference };
    return defect === undefined
      ? { ...finding, measured, verdict: judgeNonInferiority({ difference }, mean(full)) }
      : { ...finding, measured: `${measured}; ${defect}`, verdict: "not testable here" };
  });
}
