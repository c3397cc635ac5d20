/**
 * Learns the weight of each term of an index from judged queries (Frej, Mulhem, Schwab and
 * Chevallet, "Learning Term Discrimination", SIGIR 2020).
 *
 * Learning keeps the epoch that ranks best: by nDCG@5 of the training queries, or of held-out ones.
 * It stops after some epochs without a gain, and before the index is almost empty. The state before
 * the first epoch, the plain model, is a candidate. The same seed gives the same weights.
 */

import { badArgument } from "../../common/errors.ts";
import { silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import type { TermWeights } from "../../index/weights/index.ts";
import type { TermVectors } from "../../scoring/term-vectors.ts";
import type { QueryJudgements } from "../query-judgements.ts";
import { DEFAULT_LAMBDA, type LearningOptions } from "./learning-options.ts";
import { RankingProbe } from "./ranking-probe.ts";
import type { RankingLoss } from "./training-loss.ts";
import { WeightLearner } from "./weight-learner.ts";

/** The state after an epoch; epoch 0 is before the first. */
export interface Epoch {
  readonly epoch: number;
  /** Means over the epoch's examples: the ranking loss and the length; absent before the first. */
  readonly ranking?: number;
  readonly l1?: number;
  /** Share of the postings whose term has a weight above 0. */
  readonly kept: number;
  readonly ndcg: number;
}

/** Learned weights with the history of the epochs. */
export interface LearnedWeights {
  readonly weights: TermWeights;
  /** The ranker that the weights were learned for, with its parameters. */
  readonly ranker: string;
  /** The share of the length in the loss. */
  readonly lambda: number;
  /** The epoch of these weights. */
  readonly chosen: Epoch;
  readonly history: readonly Epoch[];
  /** For each epoch, nDCG@5 of each validation query. */
  readonly probes: readonly ReadonlyMap<string, number>[];
  /** Why learning ended: all epochs done, no further gain, or too few postings left. */
  readonly ended: "epochs" | "no gain" | "nothing left";
}

/**
 * `vectors` are those of the terms of `view` in byte order, as `createTermVectors` makes them from
 * `termsWithPrefix`.
 */
export async function learnWeights(
  view: IndexView,
  vectors: TermVectors,
  training: QueryJudgements,
  options: LearningOptions = {},
): Promise<LearnedWeights> {
  const { epochs = 15, patience = 4, tolerance = 0, minKept = 0.05, seed = 1 } = options;
  const { validation = training, probedQueries = 500, progress = silent, loss } = options;
  const { lambda = DEFAULT_LAMBDA } = options;
  if (!(lambda >= 0 && lambda <= 1)) {
    throw badArgument(`lambda must be between 0 and 1, got ${lambda}`);
  }
  const random = new Random(seed).split("term weights");
  const learner = new WeightLearner(view, vectors, training, options, random);
  const probe = new RankingProbe(view, validation, probedQueries, new Random(seed).split("probe"));
  const history: Epoch[] = [];
  const states: { weights: TermWeights; ranker: string }[] = [];
  const probes: ReadonlyMap<string, number>[] = [];
  let ended: LearnedWeights["ended"] = "epochs";
  for (let epoch = 0; epoch <= epochs; epoch++) {
    const losses = epoch === 0 ? {} : await learner.epoch();
    const keptShare = learner.computeKeptShare();
    if (keptShare < minKept && epoch > 0) {
      ended = "nothing left";
      break;
    }
    const state = { weights: learner.weights(), ranker: learner.ranker() };
    const probeNdcg = await probe.ndcg(state.weights, state.ranker);
    history.push({ epoch, ...losses, kept: keptShare, ndcg: computeMean([...probeNdcg.values()]) });
    states.push(state);
    probes.push(probeNdcg);
    const last = history.at(-1) as Epoch;
    progress({ ...formatEpoch(last, loss), done: epoch, total: epochs });
    const best = history.reduce((a, b) => (b.ndcg > a.ndcg ? b : a));
    if (epoch - best.epoch >= patience) {
      ended = "no gain";
      break;
    }
  }
  const last = history.at(-1) as Epoch;
  const chosen = options.keep === "last" ? last : chooseEpoch(history, tolerance);
  progress({ ...formatEpoch(last, loss), done: last.epoch, total: last.epoch, finished: true });
  const { weights, ranker } = states[chosen.epoch] as { weights: TermWeights; ranker: string };
  return { weights, ranker, lambda, chosen, history, probes, ended };
}

/** The best epoch; within the tolerance the one that keeps the fewest postings. */
function chooseEpoch(history: readonly Epoch[], tolerance: number): Epoch {
  const best = Math.max(...history.map(({ ndcg }) => ndcg));
  const good = history.filter(({ ndcg }) => ndcg >= best - tolerance);
  return good.reduce((a, b) => (b.kept < a.kept || (b.kept === a.kept && b.ndcg > a.ndcg) ? b : a));
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function formatEpoch(
  { ranking, l1, kept, ndcg }: Epoch,
  loss: RankingLoss = "softmax",
): { task: string; unit: string; note: string } {
  const losses =
    ranking === undefined ? "" : `${loss} ${ranking.toFixed(3)}, l1 ${(l1 as number).toFixed(1)}, `;
  const note = `${losses}kept ${(100 * kept).toFixed(1)} %, nDCG@5 ${ndcg.toFixed(4)}`;
  return { task: "learning term weights", unit: "epochs", note };
}
