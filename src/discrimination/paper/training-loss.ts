/**
 * The loss to minimise: (1 - lambda) · ranking + lambda · l1, both means over the examples of a
 * batch (Frej et al., SIGIR 2020, Eq. 12).
 *
 *   hinge    mean over d- of max(0, 1 - score(q, d+) + score(q, d-))     (Eq. 11)
 *   softmax  -log of d+'s share of exp(sharpness · score) among d+ and all d-
 *   l1       |d+'| + mean |d-'|
 *
 * A hinge is 1 if all scores are 0, so with hard examples it falls fastest when all weights shrink.
 * The softmax has a learned sharpness, which absorbs that.
 *
 * Statistics come from the whole collection, or from the batch as in the paper: its relevant
 * documents are one collection, its others a second one.
 */

import type { Bag } from "./bag.ts";
import type { DifferentiableModel } from "./differentiable-model.ts";
import { LogParameter } from "./model-parameter.ts";
import type { ScoreGradient } from "./score-gradient.ts";
import { type CollectionCounts, WeightedCollection } from "./weighted-collection.ts";
import { WeightedScorer } from "./weighted-scorer.ts";

/** A query, a relevant document and some less relevant ones. */
export interface TrainingExample {
  readonly query: Bag;
  readonly better: Bag;
  readonly others: readonly Bag[];
}

/** The source of collection statistics while learning. */
export type StatisticsScope = "collection" | "batch";
/** The loss of a relevant document against the others. */
export type RankingLoss = "softmax" | "hinge";

export interface LossOptions {
  readonly scope: StatisticsScope;
  readonly lambda: number;
  readonly loss: RankingLoss;
}

/** The parts of a loss. */
export interface TrainingLoss {
  readonly loss: number;
  readonly ranking: number;
  readonly l1: number;
}

export class TrainingObjective {
  readonly sharpness: LogParameter = new LogParameter("sharpness", 1);
  /** The derivative of the last batch's loss in the sharpness. */
  sharpnessSlope = 0;
  readonly #scorer: WeightedScorer;
  readonly #weights: Float64Array;
  readonly #counts: CollectionCounts;
  readonly #options: LossOptions;
  #collection: WeightedCollection | undefined;

  /** `weights` by term number; they may change between calls. */
  constructor(
    model: DifferentiableModel,
    weights: Float64Array,
    counts: CollectionCounts,
    options: LossOptions,
  ) {
    this.#scorer = new WeightedScorer(model, weights);
    this.#weights = weights;
    this.#counts = counts;
    this.#options = options;
  }

  /** Sets the sharpness so that the scores of an example have a spread of about 1. */
  calibrate(examples: readonly TrainingExample[]): void {
    const [better, worse] = this.#collections(examples);
    let [squares, count] = [0, 0];
    for (const { query, better: relevant, others } of examples) {
      const scores = others.map((document) => this.#scorer.score(query, document, worse));
      scores.push(this.#scorer.score(query, relevant, better));
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      for (const score of scores) squares += (score - mean) ** 2;
      count += scores.length;
    }
    if (squares > 0) this.sharpness.value = Math.sqrt(count / squares);
  }

  /** Recomputes the statistics of the whole collection after its weights have changed. */
  refresh(): void {
    this.#collection = undefined;
  }

  /** The loss of a batch; adds its gradient to `gradient`. */
  evaluate(examples: readonly TrainingExample[], gradient: ScoreGradient): TrainingLoss {
    const [better, worse] = this.#collections(examples);
    const { lambda } = this.#options;
    const [rankingSlope, lengthSlope] = [(1 - lambda) / examples.length, lambda / examples.length];
    let [ranking, l1] = [0, 0];
    this.sharpnessSlope = 0;
    for (const example of examples) {
      const collections = [better, ...example.others.map(() => worse)];
      const documents = [example.better, ...example.others];
      const scores = documents.map((document, i) =>
        this.#scorer.score(example.query, document, collections[i] as WeightedCollection),
      );
      const { value, slopes } = this.#ranking(scores, rankingSlope);
      ranking += value;
      for (const [i, document] of documents.entries()) {
        const slope = rankingSlope * (slopes[i] as number);
        const collection = collections[i] as WeightedCollection;
        if (slope !== 0) {
          this.#scorer.addGradient(example.query, document, collection, slope, gradient);
        }
        if (lambda === 0) continue;
        const share = i === 0 ? 1 : 1 / example.others.length;
        l1 += share * this.#scorer.length(document);
        this.#scorer.addLengthGradient(document, share * lengthSlope, gradient);
      }
    }
    better.addGradient(gradient);
    if (worse !== better) worse.addGradient(gradient);
    [ranking, l1] = [ranking / examples.length, l1 / examples.length];
    return { loss: (1 - lambda) * ranking + lambda * l1, ranking, l1 };
  }

  /**
   * The ranking loss of one example, the relevant document first, and its derivative in each score.
   */
  #ranking(scores: readonly number[], slope: number): { value: number; slopes: number[] } {
    if (this.#options.loss === "hinge") return computeHinge(scores);
    const sharpness = this.sharpness.value;
    const { value, shares } = computeSoftmax(scores.map((score) => sharpness * score));
    const slopes = shares.map((share, i) => (i === 0 ? share - 1 : share));
    this.sharpnessSlope += slope * slopes.reduce((sum, s, i) => sum + s * (scores[i] as number), 0);
    return { value, slopes: slopes.map((each) => sharpness * each) };
  }

  #collections(examples: readonly TrainingExample[]): [WeightedCollection, WeightedCollection] {
    if (this.#options.scope === "collection") {
      this.#collection ??= new WeightedCollection(this.#counts, this.#weights);
      return [this.#collection, this.#collection];
    }
    const better = examples.map((example) => example.better);
    const worse = examples.flatMap((example) => example.others);
    return [
      WeightedCollection.ofDocuments(better, this.#weights),
      WeightedCollection.ofDocuments(worse, this.#weights),
    ];
  }
}

function computeHinge([high = 0, ...others]: readonly number[]): {
  value: number;
  slopes: number[];
} {
  const slopes = [0, ...others.map((low) => (1 - high + low > 0 ? 1 / others.length : 0))];
  slopes[0] = -slopes.reduce((sum, slope) => sum + slope, 0);
  const value = others.reduce((sum, low) => sum + Math.max(0, 1 - high + low), 0) / others.length;
  return { value, slopes };
}

/** -log of the first share, and the shares. */
function computeSoftmax(logits: readonly number[]): { value: number; shares: number[] } {
  const maxLogit = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - maxLogit));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return {
    value: Math.log(total) - ((logits[0] as number) - maxLogit),
    shares: powers.map((power) => power / total),
  };
}
