/**
 * Histograms of the learned salience of all words of a collection, compared with idf scaled to [0,
 * 1]: 200 bins (Figure 2 of the salience paper). The smoothness of a histogram is its number of
 * empty bins and the total variation of its shares.
 */

import { renderBarChart } from "../../src/analysis/bar-chart.ts";
import type { Finding } from "../../src/analysis/finding.ts";
import type { Report, ReportFigure } from "../../src/analysis/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { NEURAL_FULL, NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { createSmallReport } from "../small-report.ts";
import { computeGate, readTermSaliences, scaleMinMax } from "./salience-outcomes.ts";

const BINS = 200;
const TITLE = "Histograms of term salience";

/** Figure 2 of the salience paper. */
export const x0Figure2: Experiment = {
  id: "X0-fig2",
  title: "histograms of learned salience and of idf over all words",
  source: "Figure 2 of the salience paper",
  collections: NEURAL_FULL,
  quickCollections: ["wikiqa", "msmarco-mini", "nfcorpus"],
  needs: { splits: true, vectors: true },
  options: NEURAL_OPTIONS,
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

/** The share of values in each of the bins of [0, 1]. */
export function computeHistogram(
  values: readonly number[],
  bins: number = BINS,
): readonly number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor(value * bins));
    counts[bin] = (counts[bin] as number) + 1 / values.length;
  }
  return counts;
}

/** The sum of the absolute steps from bin to bin. */
export function computeTotalVariation(shares: readonly number[]): number {
  return shares
    .slice(1)
    .reduce((sum, share, i) => sum + Math.abs(share - (shares[i] as number)), 0);
}

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const { gamma, idf, terms } = await readTermSaliences(workload);
  await workload.close();
  const series = new Map<string, readonly number[]>([
    ...[...gamma].map(([model, values]) => [model, values.map(computeGate)] as const),
    ["IDF", scaleMinMax(idf)],
  ]);
  const shares = new Map([...series].map(([model, values]) => [model, computeHistogram(values)]));
  const figures = [...shares].map(([model, bins]): ReportFigure => {
    const bars = bins.map((value, i) => ({ name: (i / BINS).toFixed(2), value: 100 * value }));
    const svg = renderBarChart(bars, { x: "salience", y: "words, %" });
    return { title: `${name}: ${model}`, name: model.toLowerCase(), svg, caption: CAPTION };
  });
  const rows = [...shares].map(([model, bins]) => {
    const values = [...(series.get(model) ?? [])].sort((a, b) => a - b);
    const median = values[values.length >> 1] ?? 0;
    const empty = bins.filter((share) => share === 0).length;
    const high = values.filter((value) => value > 0.5).length / Math.max(1, values.length);
    return [
      ...[model, String(terms.length), median.toFixed(3), `${(100 * high).toFixed(1)} %`],
      ...[String(empty), computeTotalVariation(bins).toFixed(3)],
    ];
  });
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      `${terms.length} words of ${name}. Learned: σ(γ) of seed 1 of the models of X0-tab1, for S-ConvKNRM through its convolution over one word; idf is ln(N / df) brought to [0, 1]. ${BINS} bins.`,
    ],
    tables: [
      {
        title: `${name}: shape of the histograms`,
        table: {
          header: ["salience", "words", "median", "above ½", "empty bins", "total variation"],
          rows,
          words: [0],
        },
      },
    ],
    ...{ figures, results: Object.fromEntries(shares), findings: createFindings(name, rows) },
    data: { [name]: workload.fingerprint },
  });
}

const CAPTION = "Share of the words in each of 200 bins.";

function createFindings(
  collection: string,
  rows: readonly (readonly string[])[],
): readonly Finding[] {
  const of = (model: string, column: number): number =>
    Number.parseFloat(rows.find(([name]) => name === model)?.[column] ?? "NaN");
  return ["S-KNRM", "S-ConvKNRM"].flatMap((model): Finding[] => [
    {
      ...{ claim: "S0.8", collection },
      measured: `${model}: ${of(model, 3)} % of the words above ½, median ${of(model, 2)}`,
      verdict: of(model, 3) > 50 ? "holds" : "fails",
    },
    {
      ...{ claim: "S0.9", collection },
      measured: `total variation of ${model} ${of(model, 5)}, of idf ${of("IDF", 5)}`,
      verdict: of(model, 5) < of("IDF", 5) ? "holds" : "fails",
    },
  ]);
}
