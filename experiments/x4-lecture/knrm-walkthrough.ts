/**
 * KNRM step by step on one pair: the translation matrix, the kernels' soft counts of each query
 * word, their logarithms, and the weighted sum that is the score. The sum is compared with the
 * score of the model.
 */

import { renderHeatMap } from "../../src/analysis/heat-map.ts";
import type { Report, ReportFigure } from "../../src/analysis/index.ts";
import { createKernels } from "../../src/models/kernel-features.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { explainTexts, toLabels } from "../neural/explain-texts.ts";
import { NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { trainSystem } from "../neural/training-outcome.ts";
import { createSmallReport } from "../small-report.ts";
import { computeSoftCounts } from "./kernels.ts";

/** The lecture's KNRM example, step by step. */
export const x4Walkthrough: Experiment = {
  id: "X4-knrm-walkthrough",
  title: "from the translation matrix to the score of KNRM, for one pair",
  source: "the lecture's slides on KNRM",
  collections: ["wikiqa"],
  needs: { splits: true, vectors: true },
  options: [
    { name: "query", summary: "the query; by default the first test query", default: "" },
    { name: "text", summary: "the document; by default a relevant one of the query", default: "" },
    ...NEURAL_OPTIONS,
  ],
  run: createReport,
};

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const workload = await openNeuralWorkload(request.collection, request, environment);
  const trained = await trainSystem(workload, { name: "KNRM", model: "knrm" }, 1);
  const [first] = workload.test;
  const query = request.text("query") || (first?.query.text ?? "");
  const text = request.text("text") || (await readRelevantText(workload, first));
  const explanation = await explainTexts(workload, trained, query, text);
  await workload.close();
  const { matches, kernels = [], contributions = [], score } = explanation;
  const [queryLabels, documentLabels] = [
    toLabels(explanation.query),
    toLabels(explanation.document),
  ];
  const bank = createKernels(1e-3);
  const counts = await computeSoftCounts(
    matches.map((row) => [...row]),
    bank,
  );
  const sum = kernels.reduce((all, { feature, weight }) => all + feature * weight, 0);
  return createSmallReport({
    title: "KNRM step by step",
    texts: [
      `Query: ${query}`,
      `Document: ${text}`,
      `KNRM, trained on ${workload.train.length} queries of ${request.collection}, scores ${score.toFixed(6)}; the sum of feature × weight is ${sum.toFixed(6)}.`,
    ],
    tables: [
      {
        title: "Soft counts of each query word by kernel (soft-TF)",
        table: {
          header: ["query word", ...bank.map(({ mean }) => `μ ${mean}`), "contribution"],
          rows: queryLabels.map((word, i) => [
            word,
            ...(counts[i] ?? []).map((count) => count.toFixed(3)),
            (contributions[i] ?? 0).toFixed(4),
          ]),
          words: [0],
        },
      },
      {
        title: "Features (sum over the query words of .01 · log soft-TF), weights and the score",
        table: {
          header: ["kernel", "feature", "weight", "feature × weight"],
          rows: [
            ...kernels.map(({ name, feature, weight }) => [
              ...[name, feature.toFixed(5), weight.toFixed(5), (feature * weight).toFixed(6)],
            ]),
            ["score", "", "", sum.toFixed(6)],
          ],
          words: [0],
        },
      },
    ],
    figures: drawMatrixFigures(
      matches.map((row) => [...row]),
      queryLabels,
      documentLabels,
    ),
    results: { query, text, score, sum, kernels, contributions },
    findings: [
      {
        claim: "S4.4",
        measured: `score ${score.toFixed(6)}, sum ${sum.toFixed(6)}`,
        verdict: Math.abs(score - sum) < 1e-4 * (1 + Math.abs(score)) ? "holds" : "fails",
      },
    ],
    data: { [request.collection]: workload.fingerprint },
  });
}

/** The text of the relevant document with the lowest number. */
async function readRelevantText(
  { reader }: Awaited<ReturnType<typeof openNeuralWorkload>>,
  first: { readonly grades: ReadonlyMap<number, number> } | undefined,
): Promise<string> {
  const relevant = [...(first?.grades ?? [])].filter(([, grade]) => grade > 0);
  const [document] = relevant.map(([number]) => number).sort((a, b) => a - b);
  if (document === undefined) return "";
  const { text = "" } = await reader.snapshot.readStoredFields(document);
  return String(text);
}

/** Maximum number of document words side by side. */
const MAX_COLUMNS = 16;

/** The translation matrix, split into figures of page width. */
export function drawMatrixFigures(
  matches: readonly (readonly number[])[],
  rows: readonly string[],
  columns: readonly string[],
): readonly ReportFigure[] {
  const starts = columns.map((_, i) => i).filter((i) => i % MAX_COLUMNS === 0);
  return starts.map((start) => {
    const end = Math.min(start + MAX_COLUMNS, columns.length);
    const cut = { rows, columns: columns.slice(start, end) };
    return {
      title: `Translation matrix: cosines with document words ${start + 1} to ${end}`,
      name: start === 0 ? "translation-matrix" : `translation-matrix-${start + 1}`,
      svg: renderHeatMap(
        matches.map((row) => row.slice(start, end)),
        cut,
      ),
      caption: "Rows: query words. Columns: document words, as stems.",
    };
  });
}
