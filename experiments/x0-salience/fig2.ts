/**
 * Histograms of the learned salience of all words of a collection, compared with idf scaled to [0,
 * 1]: 200 bins (Figure 2 of the salience paper). The smoothness of a histogram is its number of
 * empty bins and the total variation of its shares.
 */

import { renderBarChart } from "../../src/analysis/bar-chart.ts";
import type { ClaimVerdict, Finding } from "../../src/analysis/finding.ts";
import type { Report, ReportFigure } from "../../src/analysis/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { NEURAL_FULL, NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { createSmallReport } from "../small-report.ts";
import {
  computeGate,
  readTermSaliences,
  SALIENT_SYSTEMS,
  scaleMinMax,
  type TermSaliences,
} from "./salience-outcomes.ts";

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
  systems: () => SALIENT_SYSTEMS,
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
  const { gamma, idf, terms, trainings } = await readTermSaliences(
    workload,
    request.number("seeds"),
  );
  await workload.close();
  const series = new Map<string, readonly number[]>([
    ...[...gamma].map(([model, [first = []]]) => [model, first.map(computeGate)] as const),
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
      `${terms.length} words of ${name}. Shown: σ(γ) of seed 1 of the models of X0-tab1, for S-ConvKNRM through its convolution over one word; idf is ln(N / df) brought to [0, 1]. ${BINS} bins.`,
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
    ...{ figures, results: Object.fromEntries(shares), trainings },
    findings: createFindings(name, gamma, scaleMinMax(idf)),
    data: { [name]: workload.fingerprint },
  });
}

const CAPTION = "Share of the words in each of 200 bins.";

/** A shape holds if it does with every seed, and fails if it does with none. */
export function judgeSeeds(holds: readonly boolean[]): ClaimVerdict {
  if (holds.length === 0 || new Set(holds).size > 1) return "not shown";
  return holds[0] ? "holds" : "fails";
}

function createFindings(
  collection: string,
  gamma: TermSaliences["gamma"],
  idf: readonly number[],
): readonly Finding[] {
  const idfVariation = computeTotalVariation(computeHistogram(idf));
  const shareAbove = (values: readonly number[], limit: number): number =>
    values.filter((value) => computeGate(value) > limit).length / Math.max(1, values.length);
  const percent = (shares: readonly number[]): string =>
    shares.map((share) => (100 * share).toFixed(1)).join(" ");
  const high = ["S-KNRM", "S-ConvKNRM"].flatMap((model): Finding[] => {
    const seeds = gamma.get(model) ?? [];
    const shares = seeds.map((values) => shareAbove(values, 0.5));
    const variations = seeds.map((values) =>
      computeTotalVariation(computeHistogram(values.map(computeGate))),
    );
    return [
      {
        ...{ claim: "S0.8", collection },
        measured: `${model}, by seed: ${percent(shares)} % of the words above ½`,
        verdict: judgeSeeds(shares.map((share) => share > 0.5)),
      },
      {
        ...{ claim: "S0.9", collection },
        measured: `total variation of ${model}, by seed: ${variations.map((each) => each.toFixed(3)).join(" ")}; of idf ${idfVariation.toFixed(3)}`,
        verdict: judgeSeeds(variations.map((each) => each < idfVariation)),
      },
    ];
  });
  const near = (gamma.get("S-PACRR") ?? []).map((values) => shareAbove(values, 0.9));
  return [
    ...high,
    {
      ...{ claim: "S0.19", collection },
      measured: `S-PACRR, by seed: ${percent(near)} % of the words above .9`,
      verdict: judgeSeeds(near.map((share) => share >= 0.9)),
    },
  ];
}
