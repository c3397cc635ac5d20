/**
 * What is made small: (1 - lambda) · hinge + lambda · l1, both means over the
 * pairs of a batch (Frej et al., SIGIR 2020, Eq. 11 and 12).
 *
 *   hinge = max(0, 1 - score(q, d+) + score(q, d-))     l1 = |d+'| + |d-'|
 *
 * Statistics come from the whole collection, or from the batch as in the
 * paper: its relevant documents are one collection, its others a second one.
 */

import type { Bag } from "./bag.ts";
import type { DifferentiableModel } from "./differentiable-model.ts";
import { WeightedCollection } from "./weighted-collection.ts";
import { WeightedScorer } from "./weighted-scorer.ts";

/** A query, a document that answers it and one that answers it less. */
export interface TrainingPair {
  readonly query: Bag;
  readonly better: Bag;
  readonly worse: Bag;
}

export type StatisticsScope = "collection" | "batch";

/** The whole collection, as far as statistics go. */
export interface CollectionCounts {
  readonly documentCount: number;
  readonly frequencies: Float64Array;
}

export interface PairLoss {
  readonly loss: number;
  readonly hinge: number;
  readonly l1: number;
}

export class PairObjective {
  readonly #scorer: WeightedScorer;
  readonly #weights: Float64Array;
  readonly #counts: CollectionCounts;
  readonly #scope: StatisticsScope;
  readonly #lambda: number;

  /** `weights` by term number; they may change between calls. */
  constructor(
    model: DifferentiableModel,
    weights: Float64Array,
    counts: CollectionCounts,
    { scope, lambda }: { readonly scope: StatisticsScope; readonly lambda: number },
  ) {
    this.#scorer = new WeightedScorer(model, weights);
    this.#weights = weights;
    this.#counts = counts;
    this.#scope = scope;
    this.#lambda = lambda;
  }

  /** The loss of a batch; adds its gradient to `gradient`. */
  evaluate(pairs: readonly TrainingPair[], gradient: Float64Array): PairLoss {
    const [better, worse] = this.#collections(pairs);
    const scorer = this.#scorer;
    const hingeSlope = (1 - this.#lambda) / pairs.length;
    const lengthSlope = this.#lambda / pairs.length;
    let [hinge, l1] = [0, 0];
    for (const pair of pairs) {
      const high = scorer.score(pair.query, pair.better, better);
      const low = scorer.score(pair.query, pair.worse, worse);
      if (1 - high + low > 0) {
        hinge += 1 - high + low;
        scorer.addGradient(pair.query, pair.better, better, -hingeSlope, gradient);
        scorer.addGradient(pair.query, pair.worse, worse, hingeSlope, gradient);
      }
      l1 += scorer.length(pair.better) + scorer.length(pair.worse);
      scorer.addLengthGradient(pair.better, lengthSlope, gradient);
      scorer.addLengthGradient(pair.worse, lengthSlope, gradient);
    }
    better.addGradient(gradient);
    if (worse !== better) worse.addGradient(gradient);
    [hinge, l1] = [hinge / pairs.length, l1 / pairs.length];
    return { loss: (1 - this.#lambda) * hinge + this.#lambda * l1, hinge, l1 };
  }

  #collections(pairs: readonly TrainingPair[]): [WeightedCollection, WeightedCollection] {
    if (this.#scope === "collection") {
      const { documentCount, frequencies } = this.#counts;
      const whole = new WeightedCollection(documentCount, frequencies, this.#weights);
      return [whole, whole];
    }
    const better = pairs.map((pair) => pair.better);
    const worse = pairs.map((pair) => pair.worse);
    return [
      WeightedCollection.ofDocuments(better, this.#weights),
      WeightedCollection.ofDocuments(worse, this.#weights),
    ];
  }
}
