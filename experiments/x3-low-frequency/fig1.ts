/**
 * The measure on dev by re-ranking depth, a line per vocabulary (Figure 1 of Hofstätter et al.).
 */

import type { ClaimVerdict, Finding } from "../../src/analysis/finding.ts";
import { type Report, type ReportFigure, renderLineChart } from "../../src/analysis/index.ts";
import { averageOverSeeds } from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatMean, mean } from "../format-values.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { createSmallReport } from "../small-report.ts";
import { createTransferFinding } from "./depth-transfer.ts";
import {
  listVocabularySystems,
  listVocabularyTrainings,
  measureVocabularyRows,
  VOCABULARY_OPTIONS,
  VOCABULARY_QUICK,
} from "./vocabulary-rows.ts";

const TITLE = "Effect of the re-ranking threshold";

/** Figure 1 of the low-frequency paper. */
export const x3Figure1: Experiment = {
  id: "X3-fig1",
  title: "the measure on dev by the depth of re-ranking, for every vocabulary",
  source: "Figure 1 of Hofstätter, Rekabsaz, Eickhoff and Hanbury, SIGIR 2019",
  collections: ["msmarco-mini", "wikiqa"],
  quickCollections: VOCABULARY_QUICK,
  needs: { splits: true, vectors: true },
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
  await workload.close();
  const measure = workload.measure.name;
  const isWhole = workload.collection.among === "judged";
  const figures: ReportFigure[] = [];
  const rows: string[][] = [];
  const points: CurvePoint[] = [];
  for (const [model, vocabularies] of byModel) {
    const series = vocabularies.map(({ name: vocabulary, outcomes }) => {
      const curve = averageOverSeeds(outcomes.map((outcome) => outcome.curve));
      const deep = curve.slice(1);
      const best = Math.max(...deep);
      const depth = deep.indexOf(best) + 1;
      const last = deep.at(-1) ?? 0;
      rows.push([
        model,
        vocabulary,
        String(depth),
        formatMean(best),
        formatMean(last),
        formatMean(best - last),
      ]);
      const overall = mean(outcomes.map((outcome) => Math.max(...outcome.curve)));
      points.push({ best: overall, depth, loss: best - last });
      return {
        name: `${vocabulary}, best at ${depth}`,
        points: deep.map((value, i) => [i + 1, value] as const),
        marked: depth - 1,
      };
    });
    const svg = renderLineChart(series, {
      x: "documents re-ranked per query",
      y: `${measure} on dev`,
      height: 420,
    });
    figures.push({
      title: `${name}: ${model}`,
      name: model.toLowerCase(),
      svg,
      caption:
        "A dot marks the best depth. A line that falls after it belongs to a model that does harm when it re-ranks deeper.",
    });
  }
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [workload.summary, "Sensitivity: the best value minus that of the deepest depth."],
    tables: [
      {
        title: `${name}: best depth and sensitivity`,
        table: {
          header: ["model", "vocabulary", "best depth", "best", "at full depth", "sensitivity"],
          rows,
          words: [0, 1],
        },
      },
    ],
    figures,
    results: rows,
    findings: [
      ...createDepthFindings(name, points),
      ...[...byModel].map(([model, systems]) =>
        createTransferFinding(name, model, systems, measure, isWhole),
      ),
    ],
    trainings: listVocabularyTrainings(name, byModel),
    data: { [name]: workload.fingerprint },
  });
}

/** The best value of a model with a vocabulary, its depth, and the loss at the full depth. */
interface CurvePoint {
  readonly best: number;
  readonly depth: number;
  readonly loss: number;
}

/**
 * Better models have larger best depths, and lose less below them: the sign over all pairs of models
 * and vocabularies. Two thirds of the pairs must agree.
 */
export function createDepthFindings(
  collection: string,
  points: readonly CurvePoint[],
): readonly Finding[] {
  const judge = (of: (point: CurvePoint) => number): [text: string, verdict: ClaimVerdict] => {
    let [agree, differ] = [0, 0];
    for (const [i, a] of points.entries()) {
      for (const b of points.slice(i + 1)) {
        const sign = Math.sign(a.best - b.best) * Math.sign(of(a) - of(b));
        if (sign > 0) agree++;
        else if (sign < 0) differ++;
      }
    }
    const isSettled = agree + differ >= 10;
    if (isSettled && agree > 2 * differ) return [`${agree} of ${agree + differ}`, "holds"];
    const isOpposite = isSettled && differ > 2 * agree;
    return [`${agree} of ${agree + differ}`, isOpposite ? "fails" : "not shown"];
  };
  const [deeper, depthVerdict] = judge(({ depth }) => depth);
  const [flatter, lossVerdict] = judge(({ loss }) => -loss);
  return [
    {
      ...{ claim: "S3.3", collection, verdict: depthVerdict },
      measured: `the better model re-ranks deeper in ${deeper} pairs that differ in both`,
    },
    {
      ...{ claim: "S3.8", collection, verdict: lossVerdict },
      measured: `the better model loses less at full depth in ${flatter} pairs that differ in both`,
    },
  ];
}
