/**
 * Statistics of learned weights: the terms that they drop and favour, and their correlation with
 * idf.
 */

import { compareBytes } from "../common/bytes/index.ts";
import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import { type Correlation, spearman } from "../evaluation/index.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import type { TermWeights } from "../index/weights/index.ts";

/** A term and its weight: of occurrences or, if weights are two-sided, in queries. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
  /** Its weight in documents, if weights are two-sided. */
  readonly document?: number;
}

/** Counts that describe learned weights. */
export interface WeightStatistics {
  readonly kind: "occurrences" | "two-sided";
  /** Terms that the weights were learned for, and those of them with weight 0. */
  readonly terms: number;
  readonly dropped: number;
  /** The terms with the highest and lowest weights, without dropped ones. */
  readonly heaviest: readonly WeightedTerm[];
  readonly lightest: readonly WeightedTerm[];
  /** Some terms of weight 0, in byte order. */
  readonly droppedTerms: readonly string[];
  /** Spearman's correlation of weight and idf over the terms of the index; absent for too few. */
  readonly idfCorrelation?: Correlation;
}

/** The statistics of an index's weights. `BAD_ARGUMENT` for an index without weights. */
export function computeWeightStatistics(view: IndexView, maxTerms = 20): WeightStatistics {
  const { weights } = view;
  if (weights === undefined) {
    throw badArgument(
      "the index has no weights; `termwise discriminate` writes an index with weights",
    );
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
