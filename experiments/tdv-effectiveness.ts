/**
 * What learning term weights gains over the plain models: TF-IDF, LM and BM25
 * against their TDV forms, nDCG@5 and Recall@1000, as in Table 2 of Frej et al.
 * (SIGIR 2020), with and without a stop list.
 *
 * Five folds over the queries; lambda and the epoch are chosen on one fold, the
 * weights are learned on three, the fifth is ranked (cross-validation.ts). Each
 * TDV model is held against the model with the usual idf and against the one it
 * starts from, with idf from collection frequency, so that the gain of learning
 * is told apart from that of another idf. Paired t tests over the concatenated
 * test folds, Bonferroni over the three models of a table.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> TERMWISE_VECTORS=<GloVe text file> \
 *      npm run experiment:tdv-effectiveness -- cranfield cisi vaswani nfcorpus:test
 */

import { parseArgs } from "node:util";
import { renderTable } from "../src/analysis/table.ts";
import { openKnownCollection, parseCollectionSplit, readSplit } from "../src/collection/index.ts";
import type { Run } from "../src/collection/run.ts";
import {
  countForms,
  crossValidate,
  type JudgedQueries,
  MODELS,
  type ModelName,
  type StatisticsScope,
  type TermVectors,
  termVectors,
} from "../src/discrimination/index.ts";
import { bonferroni, compare, type MeasureComparison } from "../src/evaluation/index.ts";
import { buildIndex, IndexSnapshot } from "../src/index/index.ts";
import { rankQueries, Searcher } from "../src/ranking/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { findPackage } from "../src/storage/node-packages.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { readGloVe } from "./tdv-vectors.ts";

const MEASURES = ["nDCG@5", "R@1000"];
const GRID = [{ lambda: 0.001 }, { lambda: 0.01 }];

/** The models with their usual idf, at the parameters of the TDV forms. */
const USUAL: Readonly<Record<ModelName, string>> = {
  bm25: "bm25(preset=tdv)",
  lm: "lm(preset=tdv)",
  tfidf: "tfidf(form=tdv)",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stop: { type: "string", default: "none,english" },
    models: { type: "string", default: MODELS.join(",") },
    statistics: { type: "string", default: "batch" },
  },
});
const vectorOf = await readGloVe();
for (const source of positionals) {
  for (const stopWords of values.stop.split(",")) {
    await report(source, stopWords as "none" | "english");
  }
}

async function report(source: string, stopWords: "none" | "english"): Promise<void> {
  const { collection: name, split } = parseCollectionSplit(source);
  const collections = process.env.TERMWISE_COLLECTIONS;
  const collection = await openKnownCollection(new NodeFiles(), name, { collections, findPackage });
  const { queries, judgements } = await readSplit(collection, split);
  const directory = new MemoryDirectory();
  await buildIndex(directory, collection.documents(), { analysis: { stopWords }, stored: false });
  const view = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(view.settings.analysis);
  const judged = queries.filter(({ id }) => judgements.has(id));
  const terms = judged.map((query) => ({ ...query, terms: analyzer.terms(query.text) }));
  const forms = await countForms(view);
  const { vectors } = termVectors(view.termsWithPrefix("", Infinity), vectorOf, forms);
  const searcher = new Searcher(view, { analyzer });
  const runsOf = async (model: ModelName): Promise<[Run, Run]> => [
    await rankQueries(searcher, judged, { ranker: USUAL[model], name: "usual" }),
    await rankQueries(searcher, judged, { ranker: `tdv-${model}`, name: "start" }),
  ];
  const rows: Row[] = [];
  for (const model of values.models.split(",") as ModelName[]) {
    rows.push(
      await rowOf(model, view, vectors, { queries: terms, judgements }, await runsOf(model)),
    );
  }
  console.log(`### ${name}, stop list ${stopWords}, ${judged.length} queries\n\n${table(rows)}\n`);
  await view.close();
}

interface Row {
  readonly model: string;
  readonly kept: number;
  readonly lambdas: string;
  /** One for each measure. */
  readonly usual: readonly MeasureComparison[];
  readonly start: readonly MeasureComparison[];
}

async function rowOf(
  model: ModelName,
  view: IndexSnapshot,
  vectors: TermVectors,
  data: JudgedQueries,
  [usual, start]: [Run, Run],
): Promise<Row> {
  const began = performance.now();
  const { run, folds } = await crossValidate(view, vectors, data, {
    model,
    grid: GRID,
    epochs: 30,
    statistics: values.statistics as StatisticsScope,
  });
  const kept = folds.reduce((sum, { learned }) => sum + learned.chosen.kept, 0) / folds.length;
  const lambdas = folds.map(({ setting }) => GRID[setting]?.lambda).join(" ");
  const seconds = (performance.now() - began) / 1000;
  console.error(
    `${model}: ${seconds.toFixed(0)} s, epochs ${folds.map((f) => f.learned.chosen.epoch)}`,
  );
  return {
    model,
    kept,
    lambdas,
    usual: compare(data.judgements, usual, [run], MEASURES).measures,
    start: compare(data.judgements, start, [run], MEASURES).measures,
  };
}

function table(rows: readonly Row[]): string {
  const corrected = (of: "usual" | "start", m: number): number[] =>
    bonferroni(rows.map((row) => row[of][m]?.rows[1]?.against?.p ?? 1));
  const columns = MEASURES.map((_, m) => ({
    usual: corrected("usual", m),
    start: corrected("start", m),
  }));
  const cells = rows.map((row, i) => [
    row.model,
    ...MEASURES.flatMap((_, m) => [
      overall(row.usual[m], 0),
      overall(row.start[m], 0),
      overall(row.usual[m], 1),
      shown(row.usual[m], columns[m]?.usual[i]),
      shown(row.start[m], columns[m]?.start[i]),
    ]),
    `${(100 * (1 - row.kept)).toFixed(1)} %`,
    row.lambdas,
  ]);
  const names = ["usual idf", "cf idf", "TDV", "against usual", "against cf"];
  const header = [
    "model",
    ...MEASURES.flatMap((measure) => names.map((each) => `${measure} ${each}`)),
    "postings pruned",
    "lambda by fold",
  ];
  return renderTable({ header, rows: cells, words: [0] }, "markdown");
}

function overall(comparison: MeasureComparison | undefined, row: number): string {
  return (comparison?.rows[row]?.overall ?? 0).toFixed(4);
}

function shown(comparison: MeasureComparison | undefined, p = 1): string {
  const difference = comparison?.rows[1]?.against?.difference ?? 0;
  const mark = p >= 0.05 ? "=" : difference > 0 ? "+" : "-";
  return `${mark} ${p < 0.001 ? "p < .001" : `p = ${p.toFixed(3)}`}`;
}
