/**
 * The effectiveness of the classical rankers on a judged collection, and the gains of feedback,
 * term dependence and proximity over their bases.
 *
 * English analysis with the full stop list and Porter2; defaults of docs/rankers.md, nothing tuned,
 * so that no split is needed. Each table compares with its first row: paired t tests, Holm's
 * correction over all comparisons of a table.
 */

import type { Report, ReportTable, Table } from "../../src/analysis/index.ts";
import { openDataset, parseCollectionSplit, type Run } from "../../src/collection/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { type Comparison, compare, holm } from "../../src/evaluation/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import { readEvaluationSplit } from "../evaluation-split.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatP } from "../format-values.ts";

/** The first ranker of each table is the baseline of the others. */
const TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ["single-terms", ["bm25", "bm25(idf=cf)", "tfidf", "tfidf(form=raw-tf)", "pl", "lm", "lm-jm"]],
  ["feedback", ["bm25", "rm3(bm25)", "rm3(bm25,variant=indri)"]],
  ["dependence", ["fi", "sdm", "fdm"]],
  [
    "proximity",
    [
      "bm25",
      ...["min-dist", "ave-dist", "max-dist", "span", "min-cover"].map(
        (measure) => `proximity(bm25,${measure})`,
      ),
    ],
  ],
]);

const TITLE = "Classical rankers";

const TEXT =
  "English analysis, full stop list, Porter2; default parameters, nothing tuned. Each table is compared with its first row by paired t tests, Holm's correction over all comparisons of the table: + better and - worse at p < .05, = no significant difference.";

export const classical: Experiment = {
  id: "classical",
  title: "classical rankers, feedback, term dependence and proximity",
  source: "docs/effectiveness.md",
  collections: ["cranfield", "cisi", "vaswani", "nfcorpus:test"],
  quickCollections: ["cranfield"],
  options: [
    { name: "tables", summary: "which tables", default: [...TABLES.keys()].join(" ") },
    { name: "measures", summary: "measures", default: "AP nDCG@10 P@10 R@1000" },
    { name: "top", summary: "documents per query", default: "1000" },
  ],

  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<Report> {
  const titles = request.choices("tables", [...TABLES.keys()]);
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const collection = await openDataset(files, name, { collections, findPackage });
  const { queries, judgements } = await readEvaluationSplit(collection, split);
  const judged = queries.filter(({ id }) => judgements.has(id));
  const analysis = { stopWords: "english" } as const;
  const options = { analysis, positions: true, progress };
  const { snapshot: view, searcher } = await indexInMemory(collection.documents(), options);
  const runs = new Map<string, Run>();
  const tables: ReportTable[] = [];
  const results: { table: string; comparison: Comparison }[] = [];
  for (const title of titles) {
    const rankers = TABLES.get(title) ?? [];
    for (const ranker of rankers.filter((each) => !runs.has(each))) {
      const runOptions = { top: request.number("top"), progress };
      const retriever = createIndexRetriever(searcher, { ranker });
      runs.set(ranker, await runQueries(retriever, judged, runOptions));
    }
    const [baseline, ...others] = rankers.flatMap((each) => runs.get(each) ?? []);
    if (baseline === undefined) throw badArgument(`the table ${quote(title)} has no rankers`);
    const measures = request.words("measures");
    const comparison = compare(judgements, baseline, others, measures, { correction: "none" });
    const table = createComparisonTable(comparison);
    tables.push({ title: `${name}, ${judged.length} judged queries: ${title}`, table });
    results.push({ table: title, comparison });
  }
  await view.close();
  return {
    title: `${TITLE}: ${request.collection}, ${judged.length} judged queries`,
    texts: [TEXT],
    ...{ tables, figures: [], results },
    runs: [...runs.values()].map((run) => ({ ...run, name: toFileName(run.name) })),
    data: { [name]: await fingerprintData(collection, `${collections}/${name}`) },
  };
}

/** `proximity(bm25,span)` is `proximity-bm25-span`. */
function toFileName(ranker: string): string {
  return ranker.replaceAll(/[^\w.]+/g, "-").replace(/-$/, "");
}

/** Each mean with its mark and corrected p against the first row. */
function createComparisonTable({ measures }: Comparison): Table {
  const rankers = measures[0]?.rows.map(({ run }) => run) ?? [];
  const others = rankers.length - 1;
  const corrected = holm(
    measures.flatMap(({ rows }) => rows.slice(1).map(({ against }) => against?.p ?? 1)),
  );
  const rows = rankers.map((ranker, i) => [
    `\`${ranker}\``,
    ...measures.map(({ rows: values }, column) => {
      const [value = 0, first = 0] = [values[i]?.overall, values[0]?.overall];
      if (i === 0) return value.toFixed(4);
      const p = corrected[column * others + i - 1] ?? 1;
      const mark = p >= 0.05 ? "=" : value > first ? "+" : "-";
      return `${value.toFixed(4)} (${mark} ${formatP(p)})`;
    }),
  ]);
  return { header: ["ranker", ...measures.map(({ measure }) => measure)], rows, words: [0] };
}
