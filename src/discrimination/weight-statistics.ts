/** Learned weights in figures: what they drop, what they favour, how far they are from idf. */

import { compareBytes } from "../common/bytes/index.ts";
import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import { type Correlation, spearman } from "../evaluation/index.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import type { TermWeights } from "../index/weights/index.ts";

/** A term and its weight: of occurrences or, where weights are two-sided, in queries. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
  /** Its weight in documents, where weights are two-sided. */
  readonly document?: number;
}

/** Counts that describe learned weights. */
export interface WeightStatistics {
  readonly kind: "occurrences" | "two-sided";
  /** Terms that the weights were learned for, and those of them that weigh 0. */
  readonly terms: number;
  readonly dropped: number;
  /** The terms that weigh most and least, dropped ones left out. */
  readonly heaviest: readonly WeightedTerm[];
  readonly lightest: readonly WeightedTerm[];
  /** Some that weigh 0, in byte order. */
  readonly droppedTerms: readonly string[];
  /** Spearman's correlation of weight and idf, over the terms of the index; absent for too few. */
  readonly idfCorrelation?: Correlation;
}

/** The weights of an index. `BAD_ARGUMENT` for one that has none. */
export function computeWeightStatistics(view: IndexView, maxTerms = 20): WeightStatistics {
  const { weights } = view;
  if (weights === undefined) {
    throw badArgument("the index has no weights; termwise discriminate makes one that has");
  }
  const { isTwoSided } = weights;
  const entries = [...weights.entries()].map(([term, weight, query]) =>
    isTwoSided ? { term, weight: query, document: weight } : { term, weight },
  );
  const retained = entries
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || compareBytes(a.term, b.term));
  const dropped = entries.filter(({ weight }) => weight === 0).map(({ term }) => term);
  const correlation = computeIdfCorrelation(view, weights);
  return {
    kind: isTwoSided ? "two-sided" : "occurrences",
    terms: entries.length,
    dropped: dropped.length,
    heaviest: retained.slice(0, maxTerms),
    lightest: retained.slice(-maxTerms).reverse(),
    droppedTerms: dropped.sort(compareBytes).slice(0, maxTerms),
    ...defined({ idfCorrelation: correlation }),
  };
}

function computeIdfCorrelation(view: IndexView, weights: TermWeights): Correlation | undefined {
  const [weighed, rarity]: [number[], number[]] = [[], []];
  for (const term of view.termsWithPrefix("", Infinity)) {
    const documents = view.term(term)?.documentFrequency ?? 0;
    weighed.push(weights.isTwoSided ? weights.queryWeight(term) : weights.weight(term));
    rarity.push(Math.log(view.documentCount / documents));
  }
  const varies = (values: readonly number[]): boolean => new Set(values).size > 1;
  if (weighed.length < 3 || !varies(weighed) || !varies(rarity)) return undefined;
  return spearman(weighed, rarity);
}
