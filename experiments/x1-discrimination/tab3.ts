/**
 * What is left of an index, and what that costs: a sweep over lambda, the share
 * of the length in the loss, of postings, terms and bytes against nDCG@5 (Table
 * 3 of Frej et al., SIGIR 2020, and the figure that their code logs).
 *
 * Weights are those of the last epoch, learned from training queries or from
 * four of five folds; queries reported on are never learned from. For `auto`
 * lambda and epochs are chosen by dev queries or within the training folds.
 * Bytes are of an index pruned by the weights of the first fold.
 */

import type { ReportFigure, ReportTable } from "../../src/analysis/index.ts";
import { lineChart } from "../../src/analysis/index.ts";
import type { Run } from "../../src/collection/run.ts";
import {
  DEFAULT_TOLERANCE,
  type LearningOptions,
  MODELS,
  type ModelName,
} from "../../src/discrimination/index.ts";
import { compare } from "../../src/evaluation/index.ts";
import {
  type IndexFigures,
  IndexSnapshot,
  indexFigures,
  writePrunedIndex,
} from "../../src/index/index.ts";
import { rankQueries } from "../../src/ranking/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { Experiment, ExperimentRequest } from "../experiment.ts";
import { USUAL } from "./tab2.ts";
import { learnSmallestOf, learnThrough } from "./tdv-learning.ts";
import { openTdvWorkload, STOP_LISTS, type TdvWorkload, VECTORS_OPTION } from "./tdv-workload.ts";

export const tdvFootprint: Experiment = {
  id: "tdv-footprint",
  title: "how much smaller learned term weights make an index, and what that costs in nDCG@5",
  source: "Table 3 of Frej, Mulhem, Schwab and Chevallet, SIGIR 2020",
  collections: ["cranfield", "nfcorpus"],
  options: [
    VECTORS_OPTION,
    { name: "stop", summary: "stop lists", default: "none" },
    { name: "models", summary: "of bm25, lm, tfidf", default: MODELS.join(" ") },
    {
      name: "lambdas",
      summary: "shares of the length in the loss; auto: chosen by queries not reported on",
      default: "0 0.0001 0.0003 0.001 0.003 auto",
    },
    {
      name: "tolerance",
      summary: "for auto: how much nDCG@5 may fall below the plain model's where it is chosen",
      default: String(DEFAULT_TOLERANCE),
    },
    { name: "least", summary: "terms that weigh less are dropped", default: "0.3" },
    { name: "rate", summary: "step of learning", default: "0.001" },
    { name: "epochs", summary: "at most so many", default: "6" },
    { name: "seed", summary: "random seed", default: "1" },
  ],

  async run(request, environment) {
    const tables: ReportTable[] = [];
    const figures: ReportFigure[] = [];
    const results: unknown[] = [];
    const runs: Run[] = [];
    for (const stopList of request.choices("stop", STOP_LISTS)) {
      const workload = await openTdvWorkload(request, stopList, environment);
      const title = `${workload.name}, stop list ${stopList}`;
      const points: Point[] = [];
      const models = request.choices("models", MODELS);
      const lambdas = lambdasOf(request);
      for (const model of models) {
        for (const lambda of lambdas) {
          const { point, run } = await pointOf(model, lambda, workload, request);
          points.push(point);
          runs.push({ ...run, name: `${run.name}-${stopList}` });
          const total = models.length * lambdas.length;
          const finished = points.length === total;
          environment.progress({
            task: title,
            unit: "points",
            done: points.length,
            total,
            finished,
          });
        }
      }
      tables.push({ title, table: tableOf(points) });
      const drawn = `nDCG@5 by postings kept: ${title}`;
      figures.push({ title: drawn, name: `kept-${stopList}`, svg: figureOf(points, drawn) });
      results.push({ stopList, points });
      await workload.snapshot.close();
    }
    const title = `What term weights save: ${request.collection}`;
    return { title, texts: [TEXT], tables, figures, results, runs };
  },
};

type Lambda = number | "auto";

function lambdasOf(request: ExperimentRequest): Lambda[] {
  const isAuto = request.words("lambdas").includes("auto");
  return [...request.numbers("lambdas", ["auto"]), ...(isAuto ? (["auto"] as const) : [])];
}

const TEXT =
  "Change of postings, terms and bytes against the full index, and nDCG@5 on queries not learned from, against the model with the usual idf. List bytes are dictionary, postings, positions and weights. Paired t tests, not corrected, since what is sought is the absence of a loss.";

interface Point {
  readonly model: ModelName;
  readonly lambda: Lambda;
  /** Those learned with, one for each fold. */
  readonly lambdas: readonly number[];
  /** Mean over the folds that the measure is of. */
  readonly kept: number;
  readonly usual: number;
  readonly ndcg: number;
  readonly p: number;
  readonly before: Size;
  readonly after: Size;
}

interface Size {
  readonly postings: number;
  readonly terms: number;
  readonly listBytes: number;
  readonly bytes: number;
}

async function pointOf(
  model: ModelName,
  lambda: Lambda,
  workload: TdvWorkload,
  request: ExperimentRequest,
): Promise<{ point: Point; run: Run }> {
  const { snapshot, searcher, test } = workload;
  const options: LearningOptions = {
    model,
    leastWeight: request.number("least"),
    withoutVector: "bias",
    rate: request.number("rate"),
    epochs: request.number("epochs"),
    seed: request.number("seed"),
  };
  const name = `${model}-lambda-${lambda}`;
  const { run, learned, kept } =
    lambda === "auto"
      ? await learnSmallestOf(
          workload,
          { ...options, tolerance: request.number("tolerance") },
          name,
        )
      : await learnThrough(workload, { ...options, lambda }, name);
  const usual = await rankQueries(searcher, test.texts, { ranker: USUAL[model], name: "usual" });
  const { rows } = compare(test.judgements, usual, [run], ["nDCG@5"]).measures[0] ?? { rows: [] };
  const target = new MemoryDirectory();
  const [weights] = learned.map((each) => each.weights);
  if (weights !== undefined) await writePrunedIndex(snapshot, target, weights);
  const pruned = await IndexSnapshot.open(target);
  const after = sizeOf(indexFigures(pruned));
  await pruned.close();
  const point = {
    ...{ model, lambda, kept, usual: rows[0]?.overall ?? 0, ndcg: rows[1]?.overall ?? 0 },
    p: rows[1]?.against?.p ?? 1,
    lambdas: learned.map((each) => each.lambda),
    before: sizeOf(indexFigures(snapshot)),
    after,
  };
  return { point, run };
}

function sizeOf({ postings, terms, bytes, bytesByKind: kinds }: IndexFigures): Size {
  const listBytes =
    (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.position ?? 0) + (kinds.weights ?? 0);
  return { postings, terms, listBytes, bytes };
}

function tableOf(points: readonly Point[]): ReportTable["table"] {
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

function figureOf(points: readonly Point[], title: string): string {
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
  // A level line, so that one sees where a curve falls below it.
  const least = 100 * Math.min(...points.map(({ kept }) => kept));
  const plain = models.map((model) => {
    const { usual } = points.find((point) => point.model === model) as Point;
    const line = [[least, usual] as const, [100, usual] as const];
    return { name: `${model}, all postings`, points: line };
  });
  return lineChart([...series.filter((line) => line.points.length > 0), ...chosen, ...plain], {
    title,
    x: "postings kept, %",
    y: "nDCG@5",
  });
}
