/**
 * The relation of learned term discrimination values to idf, future work in the paper: Spearman's
 * correlation over the terms, and the terms with the highest and the lowest values.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import type { Report } from "../../src/analysis/index.ts";
import { learnWeights, MODELS } from "../../src/discrimination/index.ts";
import { spearman } from "../../src/evaluation/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatP } from "../format-values.ts";
import { createSmallReport } from "../small-report.ts";
import { openTdvWorkload, VECTORS_OPTION } from "./tdv-workload.ts";

const TITLE = "Term discrimination values and idf";
const MAX_LISTED_TERMS = 15;

/** The correlation that the paper leaves to future work. */
export const x1Correlation: Experiment = {
  id: "X1-corr",
  title: "correlation of learned term discrimination values with idf, and the extreme terms",
  source: "section 5 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: ["cranfield", "nfcorpus", "cisi", "vaswani"],
  quickCollections: ["cranfield", "nfcorpus", "cisi"],
  needs: { vectors: true },
  options: [
    VECTORS_OPTION,
    { name: "models", summary: "of bm25, lm, tfidf", default: MODELS.join(" ") },
    { name: "lambda", summary: "share of the length in the loss", default: "0.0003" },
    { name: "epochs", summary: "at most so many", default: "6", quick: "3" },
    { name: "seed", summary: "random seed", default: "1" },
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const workload = await openTdvWorkload(request, "none", environment);
  const { snapshot, vectors, split, test, name } = workload;
  const terms = snapshot.termsWithPrefix("", Infinity);
  const idf = terms.map((term) => {
    const { documentFrequency = 1 } = snapshot.term(term) ?? {};
    return Math.log(snapshot.documentCount / Math.max(1, documentFrequency));
  });
  const rows: string[][] = [];
  const extremes: string[][] = [];
  const findings: Finding[] = [];
  for (const model of request.choices("models", MODELS)) {
    const { weights } = await learnWeights(snapshot, vectors, split?.training ?? test, {
      ...{ model, lambda: request.number("lambda"), epochs: request.number("epochs") },
      ...{ seed: request.number("seed"), minWeight: 0, withoutVector: "bias" },
      ...{ patience: Infinity, probedQueries: 0, keep: "last" },
    });
    const values = terms.map((term) => weights.weight(term));
    const isConstant = values.every((value) => value === values[0]);
    const { coefficient, p } = isConstant ? { coefficient: 0, p: 1 } : spearman(values, idf);
    const order = terms.map((term, i) => ({ term, value: values[i] as number }));
    order.sort((a, b) => b.value - a.value || (a.term < b.term ? -1 : 1));
    const formatTerms = (some: typeof order): string =>
      some.map(({ term, value }) => `${term} ${value.toFixed(2)}`).join(", ");
    rows.push([
      ...[model, String(terms.length)],
      ...(isConstant ? ["all values are equal", ""] : [coefficient.toFixed(3), formatP(p)]),
    ]);
    extremes.push([
      model,
      formatTerms(order.slice(0, MAX_LISTED_TERMS)),
      formatTerms(order.slice(-MAX_LISTED_TERMS).reverse()),
    ]);
    const verdict = p >= 0.01 ? "not shown" : coefficient > 0 ? "holds" : "fails";
    const measured = `${model}: Spearman's correlation ${coefficient.toFixed(3)} over ${terms.length} terms`;
    findings.push({ claim: "S1.6", collection: name, measured, p, verdict });
  }
  await snapshot.close();
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      "Learned from all queries to learn from; no stop list. Terms without a vector have the value of the bias. idf is ln(N / df).",
    ],
    tables: [
      {
        title: `${name}: correlation`,
        table: { header: ["model", "terms", "Spearman", "p"], rows, words: [0] },
      },
      {
        title: `${name}: highest and lowest values`,
        table: { header: ["model", "highest", "lowest"], rows: extremes, words: [0, 1, 2] },
      },
    ],
    ...{ results: { rows, extremes }, findings, data: { [name]: workload.fingerprint } },
  });
}
