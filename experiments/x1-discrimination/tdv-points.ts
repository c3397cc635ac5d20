/**
 * The size and quality of pruned indexes: a sweep over lambda, the share of the length in the loss,
 * of postings, terms and bytes against nDCG@5 (Table 3 of Frej et al., SIGIR 2020, and the figure
 * that their code logs).
 *
 * Weights are those of the last epoch, learned from training queries or from four of five folds;
 * queries reported on are never learned from. For `auto` lambda and epochs are chosen by dev
 * queries or within the training folds. Bytes are of an index pruned by the weights of the first
 * fold.
 */

import type { ReportTable } from "../../src/analysis/index.ts";
import { renderLineChart } from "../../src/analysis/index.ts";
import type { Run } from "../../src/collection/run.ts";
import {
  DEFAULT_TOLERANCE,
  type Epoch,
  type LearningOptions,
  MODELS,
  type ModelName,
} from "../../src/discrimination/index.ts";
import { compare, evaluate } from "../../src/evaluation/index.ts";
import {
  computeIndexStatistics,
  IndexSnapshot,
  type IndexStatistics,
  writePrunedIndex,
} from "../../src/index/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { ExperimentEnvironment, ExperimentOption, ExperimentRequest } from "../experiment.ts";

import { learnAllEpochs, learnSmallestRun } from "./tdv-learning.ts";
import { USUAL } from "./tdv-row.ts";
import { STOP_LISTS, type TdvWorkload, VECTORS_OPTION } from "./tdv-workload.ts";

/** The options of experiments that learn weights for several lambdas. */
export const POINT_OPTIONS: readonly ExperimentOption[] = [
  VECTORS_OPTION,
  { name: "stop", summary: "stop lists", default: STOP_LISTS.join(" "), quick: "none" },
  { name: "models", summary: "of bm25, lm, tfidf", default: MODELS.join(" ") },
  {
    name: "tolerance",
    summary: "for auto: allowed drop of nDCG@5 below the plain model on the validation queries",
    default: String(DEFAULT_TOLERANCE),
  },
  { name: "least", summary: "terms that weigh less are dropped", default: "0.3" },
  { name: "rate", summary: "step of learning", default: "0.001" },
  { name: "epochs", summary: "at most so many", default: "6", quick: "3" },
  { name: "seed", summary: "random seed", default: "1" },
];

/** Lambdas, the shares of the length in the loss; auto: chosen by held-out queries. */
export function createLambdasOption(full: string, quick: string): ExperimentOption {
  const summary = "shares of the length in the loss; auto: chosen by queries not reported on";
  return { name: "lambdas", summary, default: full, quick };
}

/** Every model with every lambda on one workload. */
export async function sweepLambdas(
  workload: TdvWorkload,
  request: ExperimentRequest,
  { progress }: ExperimentEnvironment,
): Promise<{ readonly points: readonly Point[]; readonly runs: readonly Run[] }> {
  const points: Point[] = [];
  const runs: Run[] = [];
  const models = request.choices("models", MODELS);
  const lambdas = readLambdas(request);
  const total = models.length * lambdas.length;
  for (const model of models) {
    for (const lambda of lambdas) {
      const { point, run } = await measurePoint(model, lambda, workload, request);
      points.push(point);
      runs.push({ ...run, name: `${run.name}-${workload.stopList}` });
      const done = points.length;
      progress({ task: workload.name, unit: "points", done, total, finished: done === total });
    }
  }
  return { points, runs };
}

/** A lambda, or an automatic choice. */
export type Lambda = number | "auto";

function readLambdas(request: ExperimentRequest): Lambda[] {
  const isAuto = request.words("lambdas").includes("auto");
  return [...request.numbers("lambdas", ["auto"]), ...(isAuto ? (["auto"] as const) : [])];
}

/** One model with one lambda: the size of the index and its quality. */
export interface Point {
  readonly model: ModelName;
  readonly lambda: Lambda;
  /** The lambdas used, one per fold. */
  readonly lambdas: readonly number[];
  /** Mean over the folds of the measure. */
  readonly kept: number;
  readonly usual: number;
  readonly ndcg: number;
  readonly p: number;
  /** nDCG@5 of every query, of the learned model and of the plain one. */
  readonly perQuery: readonly [readonly number[], readonly number[]];
  /** The epochs of the first learning. */
  readonly history: readonly Epoch[];
  readonly before: IndexSize;
  readonly after: IndexSize;
}

/** Sizes of an index. */
export interface IndexSize {
  readonly postings: number;
  readonly terms: number;
  readonly listBytes: number;
  readonly bytes: number;
}

async function measurePoint(
  model: ModelName,
  lambda: Lambda,
  workload: TdvWorkload,
  request: ExperimentRequest,
): Promise<{ point: Point; run: Run }> {
  const { snapshot, searcher, test } = workload;
  const options: LearningOptions = {
    model,
    minWeight: request.number("least"),
    withoutVector: "bias",
    rate: request.number("rate"),
    epochs: request.number("epochs"),
    seed: request.number("seed"),
  };
  const name = `${model}-lambda-${lambda}`;
  const { run, learned, kept } =
    lambda === "auto"
      ? await learnSmallestRun(
          workload,
          { ...options, tolerance: request.number("tolerance") },
          name,
        )
      : await learnAllEpochs(workload, { ...options, lambda }, name);
  const usual = await runQueries(
    createIndexRetriever(searcher, { ranker: USUAL[model] }),
    test.texts,
    { name: "usual" },
  );
  const { rows } = compare(test.judgements, usual, [run], ["nDCG@5"]).measures[0] ?? { rows: [] };
  const target = new MemoryDirectory();
  const [weights] = learned.map((each) => each.weights);
  if (weights !== undefined) await writePrunedIndex(snapshot, target, weights);
  const pruned = await IndexSnapshot.open(target);
  const after = toIndexSize(computeIndexStatistics(pruned));
  await pruned.close();
  const point: Point = {
    ...{ model, lambda, kept, usual: rows[0]?.overall ?? 0, ndcg: rows[1]?.overall ?? 0 },
    p: rows[1]?.against?.p ?? 1,
    perQuery: [run, usual].map((each) => [
      ...(evaluate(each, test.judgements, ["nDCG@5"]).measures[0]?.perQuery ?? []),
    ]) as [number[], number[]],
    history: learned[0]?.history ?? [],
    lambdas: learned.map((each) => each.lambda),
    before: toIndexSize(computeIndexStatistics(snapshot)),
    after,
  };
  return { point, run };
}

/** Postings, terms and bytes of an index. */
export function toIndexSize({
  postings,
  terms,
  bytes,
  bytesByKind: kinds,
}: IndexStatistics): IndexSize {
  const listBytes =
    (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.position ?? 0) + (kinds.weights ?? 0);
  return { postings, terms, listBytes, bytes };
}

/** Change of postings, terms and bytes, and nDCG@5, by model and lambda. */
export function createPointTable(points: readonly Point[]): ReportTable["table"] {
  const change = (before: number, after: number): string =>
    `${(100 * (after / before - 1)).toFixed(1)} %`;
  return {
    header: [
      "model",
      "lambda",
      "postings",
      "terms",
      "list bytes",
      "index bytes",
      "nDCG@5 usual",
      "nDCG@5 TDV",
      "p",
    ],
    rows: points.map(({ model, lambda, lambdas, before, after, kept, usual, ndcg, p }) => [
      model,
      lambda === "auto" ? `auto: ${[...new Set(lambdas)].join(" ")}` : String(lambda),
      change(1, kept),
      change(before.terms, after.terms),
      change(before.listBytes, after.listBytes),
      change(before.bytes, after.bytes),
      usual.toFixed(4),
      ndcg.toFixed(4),
      `${p >= 0.05 ? "=" : ndcg > usual ? "+" : "-"} ${p < 0.001 ? "< .001" : p.toFixed(3).replace("0.", ".")}`,
    ]),
    words: [0],
  };
}

/** The caption of a {@link drawPointFigure}. */
export const POINT_CAPTION = "Level lines: the plain model with all postings.";

/** nDCG@5 by the share of kept postings. */
export function drawPointFigure(points: readonly Point[], title: string): string {
  const models = [...new Set(points.map(({ model }) => model))];
  const series = models.map((model) => ({
    name: `tdv-${model}`,
    points: points
      .filter((point) => point.model === model && point.lambda !== "auto")
      .map(({ kept, ndcg }) => [100 * kept, ndcg] as const)
      .sort(([a], [b]) => a - b),
  }));
  const chosen = points
    .filter(({ lambda }) => lambda === "auto")
    .map(({ model, kept, ndcg }) => ({
      name: `tdv-${model}, lambda chosen`,
      points: [[100 * kept, ndcg]] as const,
    }));
  // A level line, to show where a curve falls below it.
  const minShare = 100 * Math.min(...points.map(({ kept }) => kept));
  const plain = models.map((model) => {
    const { usual } = points.find((point) => point.model === model) as Point;
    const line = [[minShare, usual] as const, [100, usual] as const];
    return { name: `${model}, all postings`, points: line };
  });
  return renderLineChart(
    [...series.filter((line) => line.points.length > 0), ...chosen, ...plain],
    {
      title,
      x: "postings kept, %",
      y: "nDCG@5",
    },
  );
}
