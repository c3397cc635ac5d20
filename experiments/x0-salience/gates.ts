/**
 * Details that the salience paper mentions: the tanh of Eq. 10 (footnote 2: it
 * helps) and gating PACRR's matrix itself instead of its features (section
 * 3.2.3: little gain). The sigmoid in BM25 (footnote 4) is in X0-tab2. The gate and
 * the learned scale of S-KNRM and S-ConvKNRM, each without the other, which the
 * paper does not separate.
 */

import type { Report } from "../../src/analysis/index.ts";
import { createBetterFinding, type SystemPair, toComparisonTable } from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatMean, formatSpread, mean } from "../format-values.ts";
import { compareRows, measureReferences } from "../neural/compare-rows.ts";
import { NEURAL_FULL, NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { listTrainings, measureTrainedRows } from "../neural/system-rows.ts";
import type { TrainedSystem } from "../neural/training-outcome.ts";
import { createSmallReport } from "../small-report.ts";

const TITLE = "Gates of the models with salience";

const SYSTEMS: readonly TrainedSystem[] = [
  { name: "S-KNRM", model: "s-knrm" },
  { name: "S-KNRM without tanh", model: "s-knrm", options: { tanh: false } },
  { name: "KNRM", model: "knrm" },
  { name: "KNRM, learned scale", model: "knrm", options: { scale: "learned" } },
  { name: "S-KNRM, fixed scale", model: "s-knrm", options: { scale: "fixed" } },
  { name: "ConvKNRM", model: "conv-knrm" },
  { name: "ConvKNRM, learned scale", model: "conv-knrm", options: { scale: "learned" } },
  { name: "S-ConvKNRM, fixed scale", model: "s-conv-knrm", options: { scale: "fixed" } },
  { name: "S-ConvKNRM", model: "s-conv-knrm" },
  { name: "PACRR-noIDF", model: "pacrr-noidf" },
  { name: "S-PACRR", model: "s-pacrr" },
  { name: "S-PACRR, matrix gated", model: "s-pacrr", options: { gating: "matrix" } },
];
const CLAIMS: readonly (readonly [claim: string, ...SystemPair])[] = [
  ["S0.14", "S-KNRM", "S-KNRM without tanh"],
  ["S0.15", "S-PACRR", "S-PACRR, matrix gated"],
  ["S0.16", "S-PACRR, matrix gated", "PACRR-noIDF"],
  ["S0.21", "S-KNRM, fixed scale", "KNRM"],
  ["S0.21", "S-KNRM", "KNRM, learned scale"],
  ["S0.22", "S-ConvKNRM, fixed scale", "ConvKNRM"],
  ["S0.22", "S-ConvKNRM", "ConvKNRM, learned scale"],
];

/** The ablation of the paper's footnotes. */
export const x0Gates: Experiment = {
  id: "X0-gates",
  title: "with and without tanh, gating features or the matrix, and the gate apart from the scale",
  source: "footnotes 2 and 4 and section 3.2.3 of the salience paper",
  collections: NEURAL_FULL,
  quickCollections: ["wikiqa"],
  needs: { splits: true, judged: 10, vectors: true },
  options: NEURAL_OPTIONS,
  systems: () => SYSTEMS,
  run: (request, environment) => forEachCollection(request, environment, TITLE, runAblation),
};

async function runAblation(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const rows = await measureTrainedRows(workload, SYSTEMS, request.number("seeds"));
  const references = await measureReferences(workload);
  await workload.close();
  const own = workload.measure.name;
  const deep = new Map(rows.map(({ name: system, testDeep }) => [system, testDeep[own] ?? []]));
  const pairs = CLAIMS.map(([, system, baseline]) => [system, baseline] as const);
  const compared = compareRows(rows, references, own, "testDeep", pairs);
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [workload.summary, "Comparisons at full depth, corrected by Holm's method."],
    tables: [
      {
        title: `${name}: variants`,
        table: {
          header: ["system", `${own} at full depth`, `${own} at the chosen depth`, "seeds"],
          rows: rows.map(({ name: system, test, seeds }) => [
            system,
            formatMean(mean(deep.get(system) ?? [])),
            formatMean(mean(test[own] ?? [])),
            formatSpread(seeds[own] ?? []),
          ]),
          words: [0],
        },
      },
      {
        title: `${name}: comparisons`,
        table: toComparisonTable(compared),
      },
    ],
    results: Object.fromEntries(deep),
    findings: compared.map((each, i) =>
      createBetterFinding(CLAIMS[i]?.[0] ?? "", name, `${own} at full depth`, each),
    ),
    trainings: listTrainings(name, rows),
    data: { [name]: workload.fingerprint },
  });
}
