/**
 * Whether dropout helps to learn term discrimination values, which the paper's section 3 denies
 * without a figure: the paper's method with and without it, nDCG@5 on queries not learned from.
 *
 * Learning stops early by nDCG@5 of the training queries, as the paper does. The claim holds for a
 * rate if the plain method is no worse than the one with dropout, and fails if it is worse. It is
 * about learned values: where the plain method keeps the start in most parts, nothing is shown.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import { computePairedDifference, judgeNonInferiority } from "../../src/analysis/finding.ts";
import type { Report } from "../../src/analysis/index.ts";
import type { Ranking } from "../../src/collection/run.ts";
import { Random } from "../../src/common/random.ts";
import {
  learnWeights,
  MODELS,
  type ModelName,
  PAPER_PROTOCOL,
  rankUnderWeights,
  splitFolds,
} from "../../src/discrimination/index.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatInterval, formatMean, mean } from "../format-values.ts";
import { createSmallReport } from "../small-report.ts";
import { selectNegatives } from "./tdv-row.ts";
import { openTdvWorkload, type TdvWorkload, VECTORS_OPTION } from "./tdv-workload.ts";

const TITLE = "Dropout for term discrimination values";
const FOLDS = 5;

/** The sentence on dropout in section 3 of the paper. */
export const x1Dropout: Experiment = {
  id: "X1-dropout",
  title: "learned term discrimination values with and without dropout",
  source: "section 3 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: ["cranfield", "cisi", "vaswani", "nfcorpus"],
  quickCollections: ["cranfield"],
  needs: { judged: 10, vectors: true },
  options: [
    VECTORS_OPTION,
    { name: "models", summary: "of bm25, lm, tfidf", default: MODELS.join(" ") },
    { name: "rates", summary: "shares that are left out", default: "0.2 0.5", quick: "0.5" },
    { name: "lambda", summary: "share of the length in the loss", default: "0.00032" },
    { name: "epochs", summary: "at most so many", default: "20", quick: "3" },
    { name: "seed", summary: "random seed", default: "1" },
  ],
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const workload = await openTdvWorkload(request, "none", environment);
  const models = request.choices("models", MODELS);
  const rates = request.numbers("rates");
  const rows: string[][] = [];
  const findings: Finding[] = [];
  for (const model of models) {
    const plain = await measureHeldOut(model, 0, workload, request);
    rows.push([model, "0", plain.learned, formatMean(mean(plain.values)), ""]);
    for (const rate of rates) {
      const { values, learned } = await measureHeldOut(model, rate, workload, request);
      // One of these intervals must be above the margin: they are corrected for their number.
      const count = models.length * rates.length;
      const { difference } = computePairedDifference(plain.values, values, count);
      const interval = formatInterval(difference);
      rows.push([model, String(rate), learned, formatMean(mean(values)), interval]);
      findings.push({
        ...{ claim: "S1.9", collection: workload.name, difference },
        measured: `${model}, nDCG@5 without − with dropout of ${rate}: ${interval}; learned in ${plain.learned} and ${learned} parts`,
        verdict: plain.isLearned ? judgeNonInferiority({ difference }, mean(values)) : "not shown",
      });
      const done = findings.length;
      const total = models.length * rates.length;
      const finished = done === total;
      environment.progress({ task: workload.name, unit: "rates", done, total, finished });
    }
  }
  await workload.snapshot.close();
  return createSmallReport({
    title: `${TITLE}: ${workload.name}`,
    texts: [
      "The paper's equations, vectors of length 1, start at the plain model, early stopping by nDCG@5 of the training queries. Learned: parts in which the best epoch is not the start. Each step leaves out a share of the components of every word's vector. Queries reported on are never learned from. Intervals are at 95 % for all rows together.",
    ],
    tables: [
      {
        title: `${workload.name}: nDCG@5 of held-out queries`,
        table: {
          header: ["model", "dropout", "learned", "nDCG@5", "without − with (95 % interval)"],
          rows,
          words: [0, 4],
        },
      },
    ],
    ...{ results: rows, findings, data: { [workload.name]: workload.fingerprint } },
  });
}

/** Held-out values, and in how many parts something was learned. */
interface HeldOut {
  /** nDCG@5 of every reported query by weights learned without it. */
  readonly values: readonly number[];
  /** As `3 of 5`. */
  readonly learned: string;
  /** Whether the best epoch is another than the start in at least half of the parts. */
  readonly isLearned: boolean;
}

async function measureHeldOut(
  model: ModelName,
  dropout: number,
  { snapshot, vectors, split, test }: TdvWorkload,
  request: ExperimentRequest,
): Promise<HeldOut> {
  const [seed, { judgements }] = [request.number("seed"), test];
  const parts =
    split === undefined
      ? splitFolds(test.queries, FOLDS, new Random(seed).split("folds"))
      : [test.queries];
  const rankings = new Map<string, Ranking>();
  let learnedParts = 0;
  for (const part of parts) {
    const others = test.queries.filter((query) => !part.includes(query));
    const training = split?.training ?? { queries: others, judgements };
    const learned = await learnWeights(snapshot, vectors, training, {
      ...{ ...PAPER_PROTOCOL, model, seed, dropout, withoutVector: "bias" },
      ...{ lambda: request.number("lambda"), epochs: request.number("epochs") },
      negatives: selectNegatives(training),
    });
    if (learned.chosen.epoch > 0) learnedParts++;
    const rankOptions = { ranker: learned.ranker, top: 1000 };
    const ranked = await rankUnderWeights(snapshot, learned.weights, part, rankOptions);
    for (const [query, ranking] of ranked) rankings.set(query, ranking);
  }
  const queries = test.queries.map(({ id }) => id);
  const { measures } = evaluate({ name: model, rankings }, judgements, ["nDCG@5"], { queries });
  return {
    values: [...(measures[0]?.perQuery ?? [])],
    learned: `${learnedParts} of ${parts.length}`,
    isLearned: 2 * learnedParts >= parts.length,
  };
}
