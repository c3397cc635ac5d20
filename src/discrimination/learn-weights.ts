/**
 * Learns how much each term of an index counts, from judged queries (Frej,
 * Mulhem, Schwab and Chevallet, "Learning Term Discrimination", SIGIR 2020).
 *
 * Learning goes in epochs, each of one pair for every relevant document, and
 * keeps the state that ranks best: by nDCG@5 of the training queries, or of
 * others held out for it. It stops when that has not grown for some epochs, and
 * before hardly anything is left of the index. The state before the first
 * epoch, the plain model, takes part. The same seed gives the same weights.
 */

import { badArgument, TermwiseError } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import type { IndexView } from "../index/index-view.ts";
import { TermWeights } from "../index/term-weights.ts";
import { Adam } from "./adam.ts";
import { differentiableModel, type ModelName, type ModelOptions } from "./differentiable-model.ts";
import { PairObjective, type StatisticsScope, type TrainingPair } from "./pair-loss.ts";
import { probeNdcg } from "./ranking-probe.ts";
import { TermMatrix } from "./term-matrix.ts";
import { type JudgedQueries, type NegativeSource, TrainingPairs } from "./training-pairs.ts";
import { type TermVectors, WeightNetwork } from "./weight-network.ts";

export interface LearningOptions extends ModelOptions {
  readonly model?: ModelName;
  /** The share of the length in the loss, from 0 to 1: the larger, the fewer postings. */
  readonly lambda?: number;
  /** Adam's step. */
  readonly rate?: number;
  readonly batchSize?: number;
  /** At most so many. */
  readonly epochs?: number;
  /** Epochs without a better nDCG@5 before learning stops. */
  readonly patience?: number;
  /** How much nDCG@5 may fall below the best for fewer postings. */
  readonly tolerance?: number;
  /** Learning stops when a smaller share of the postings would be left. */
  readonly leastKept?: number;
  /** Where statistics come from; see pair-loss.ts. */
  readonly statistics?: StatisticsScope;
  readonly negatives?: NegativeSource;
  /** How many of the best documents count as found. */
  readonly depth?: number;
  /** Whether w starts at 0, the plain model, or by chance, as in the paper. */
  readonly start?: "plain" | "chance";
  readonly withoutVector?: "one" | "bias";
  readonly seed?: number;
  /** Queries to stop by; by default the training queries. */
  readonly validation?: JudgedQueries;
  readonly progress?: Progress;
}

/** The state after an epoch; 0 is before the first. */
export interface Epoch {
  readonly epoch: number;
  /** Means over the epoch's pairs; absent before the first. */
  readonly hinge?: number;
  readonly l1?: number;
  /** Share of the postings whose term weighs more than 0. */
  readonly kept: number;
  readonly ndcg: number;
}

export interface LearnedWeights {
  readonly weights: TermWeights;
  /** The ranker that the weights were learned for. */
  readonly ranker: string;
  /** The epoch whose weights these are. */
  readonly chosen: Epoch;
  readonly history: readonly Epoch[];
  /** Why learning ended: all epochs done, no gain any more, or too little left of the index. */
  readonly ended: "epochs" | "no gain" | "nothing left";
}

/** `vectors` are of the terms of `view` in byte order, as `termVectors` makes them from `termsWithPrefix`. */
export async function learnWeights(
  view: IndexView,
  vectors: TermVectors,
  training: JudgedQueries,
  options: LearningOptions = {},
): Promise<LearnedWeights> {
  const {
    model: name = "bm25",
    lambda = 0.001,
    rate = 0.0004,
    batchSize = 32,
    epochs = 50,
    patience = 5,
    tolerance = 0,
    leastKept = 0.05,
    statistics = "batch",
    negatives = "found",
    depth = 1000,
    start = "plain",
    withoutVector = "one",
    seed = 1,
    validation = training,
    progress = silent,
    ...modelOptions
  } = options;
  if (!(lambda >= 0 && lambda <= 1)) {
    throw badArgument(`lambda must be between 0 and 1, got ${lambda}`);
  }
  const matrix = new TermMatrix(view);
  if (vectors.isKnown.length !== matrix.terms.length) {
    throw badArgument(
      `there must be one vector for each of the ${matrix.terms.length} terms, got ${vectors.isKnown.length}`,
    );
  }
  const model = differentiableModel(name, modelOptions);
  const { ranker } = model;
  const random = new Random(seed).split("term weights");
  const pairs = await TrainingPairs.collect(view, matrix, training, { negatives, depth, ranker });
  const network = new WeightNetwork(vectors, { withoutVector });
  if (start === "chance") network.scatter(random);
  const adam = new Adam(network.parameters, rate);
  const weights = new Float64Array(matrix.terms.length);
  const weightGradient = new Float64Array(matrix.terms.length);
  const objective = new PairObjective(model, weights, matrix, { scope: statistics, lambda });

  const history: Epoch[] = [];
  const states: TermWeights[] = [];
  let ended: LearnedWeights["ended"] = "epochs";
  for (let epoch = 0; epoch <= epochs; epoch++) {
    const losses = epoch === 0 ? {} : learnEpoch(pairs.draw(random));
    network.weigh(weights);
    const kept = keptShare(matrix, weights);
    if (kept < leastKept && epoch > 0) {
      ended = "nothing left";
      break;
    }
    const state = tableOf(matrix, weights, network.missing);
    const ndcg = await probeNdcg(view, state, validation, ranker);
    history.push({ epoch, ...losses, kept, ndcg });
    states.push(state);
    report(history, epochs, progress);
    const best = history.reduce((a, b) => (b.ndcg > a.ndcg ? b : a));
    if (epoch - best.epoch >= patience) {
      ended = "no gain";
      break;
    }
  }
  const chosen = choose(history, tolerance);
  const last = history.at(-1) as Epoch;
  progress({ ...label(last), done: last.epoch, total: last.epoch, finished: true });
  return { weights: states[chosen.epoch] as TermWeights, ranker, chosen, history, ended };

  function learnEpoch(drawn: readonly TrainingPair[]): { hinge: number; l1: number } {
    let [hinge, l1, batches] = [0, 0, 0];
    // The rest that fills no batch waits for another epoch, unless it is all there is.
    const end = Math.max(1, Math.floor(drawn.length / batchSize)) * batchSize;
    for (let at = 0; at < end; at += batchSize) {
      network.weigh(weights);
      weightGradient.fill(0);
      const part = objective.evaluate(drawn.slice(at, at + batchSize), weightGradient);
      if (!Number.isFinite(part.loss)) {
        throw new TermwiseError("BAD_ARGUMENT", `the loss of ${ranker} became ${part.loss}`);
      }
      adam.step(network.gradient(weights, weightGradient));
      [hinge, l1, batches] = [hinge + part.hinge, l1 + part.l1, batches + 1];
    }
    return { hinge: hinge / batches, l1: l1 / batches };
  }
}

/** The best epoch; within the tolerance the one that keeps least. */
function choose(history: readonly Epoch[], tolerance: number): Epoch {
  const best = Math.max(...history.map(({ ndcg }) => ndcg));
  const good = history.filter(({ ndcg }) => ndcg >= best - tolerance);
  return good.reduce((a, b) => (b.kept < a.kept || (b.kept === a.kept && b.ndcg > a.ndcg) ? b : a));
}

function keptShare({ documentFrequencies, postings }: TermMatrix, weights: Float64Array): number {
  let kept = 0;
  for (let term = 0; term < weights.length; term++) {
    if ((weights[term] as number) > 0) kept += documentFrequencies[term] as number;
  }
  return kept / postings;
}

function tableOf({ terms }: TermMatrix, weights: Float64Array, missing: number): TermWeights {
  const entries = terms.map((term, i): [string, number] => [term, weights[i] as number]);
  return new TermWeights(entries, missing);
}

function report(history: readonly Epoch[], epochs: number, progress: Progress): void {
  const last = history.at(-1) as Epoch;
  progress({ ...label(last), done: last.epoch, total: epochs });
}

function label({ hinge, l1, kept, ndcg }: Epoch): { task: string; unit: string; note: string } {
  const losses =
    hinge === undefined ? "" : `hinge ${hinge.toFixed(3)}, l1 ${(l1 as number).toFixed(1)}, `;
  const note = `${losses}kept ${(100 * kept).toFixed(1)} %, nDCG@5 ${ndcg.toFixed(4)}`;
  return { task: "learning term weights", unit: "epochs", note };
}
