/**
 * The common form of TF-IDF, PL, BM25 and the language models: a sum over query
 * terms of weight · salience · match, plus the length score of the match times
 * the weight of the whole query.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import type { TermWeights } from "../index/weights/index.ts";
import { getIndexStatistics } from "./index-statistics.ts";
import { openPostings } from "./postings-list.ts";
import type { Clause, PreparedQuery } from "./prepared-query.ts";
import { type BagRanker, countTerms, type QueryBag, type Scope, TERM_COST } from "./ranker.ts";
import type { Match } from "./scorers/match.ts";
import { idf, type Salience } from "./scorers/salience.ts";
import { scaleMatch } from "./scorers/scale-match.ts";

/** How a match and a salience score each term. */
export interface BagOfWordsOptions {
  readonly match: Match;
  /** By default every term has weight 1. */
  readonly salience?: Salience;
  /** Saturation of repeated query terms: (k3 + 1)·n / (k3 + n). Infinite by default: each counts in full. */
  readonly k3?: number;
  /** Whether an occurrence in the query counts by the weight of its term in the index instead of 1. */
  readonly weighsQuery?: boolean;
  /** Whether the length score counts every occurrence in the query, also of terms that the index lacks. */
  readonly countsWholeQuery?: boolean;
  /** `learned`: each term counts by the two-sided weights of the index. By default every term counts 1. */
  readonly weights?: TermWeighting;
}

export type TermWeighting = "none" | "learned";

/** A ranker that adds up match times salience over the terms of a query. */
export function bagOfWords({
  match,
  salience = idf("none"),
  k3 = Infinity,
  weighsQuery = false,
  countsWholeQuery = false,
  weights = "none",
}: BagOfWordsOptions): BagRanker {
  if (!(k3 >= 0)) throw badArgument(`k3 must be ≥ 0, got ${k3}`);

  function prepareBag(view: IndexView, bag: QueryBag, { limit }: Scope = {}): PreparedQuery {
    const clauses: Clause[] = [];
    const learned = weights === "learned" ? learnedWeights(view) : undefined;
    for (const [term, count] of bag) {
      if (limit?.count(TERM_COST)) break;
      const queryWeight = weighsQuery ? count * (view.weights?.weight(term) ?? 1) : count;
      const clause = termClause({ view, term, queryWeight, match, salience, learned });
      if (clause !== undefined) clauses.push(clause);
    }
    const { document: lengthScorer } = match;
    if (lengthScorer === undefined) return { clauses };
    const countedWeights = countsWholeQuery
      ? [...bag.values()]
      : clauses.map(({ weight }) => weight);
    const queryWeight = countedWeights.reduce((sum, weight) => sum + weight, 0);
    const scorer = (_: number, length: number): number => queryWeight * lengthScorer(length);
    return { clauses, documentPart: { label: "length", isOfLength: true, open: () => scorer } };
  }

  return {
    match,
    prepareBag,
    prepare: async (view, query, scope) =>
      prepareBag(view, saturateCounts(countTerms(query), k3), scope),
  };
}

/** The clause of one term; undefined for a term that the index does not contain. */
function termClause({
  view,
  term,
  queryWeight,
  match,
  salience,
  learned,
}: {
  readonly view: IndexView;
  readonly term: string;
  readonly queryWeight: number;
  readonly match: Match;
  readonly salience: Salience;
  readonly learned: TermWeights | undefined;
}): Clause | undefined {
  const statistics = view.term(term);
  if (statistics === undefined) return undefined;
  const queryTermWeight = learned?.queryWeight(term) ?? 1;
  const documentTermWeight = learned?.weight(term) ?? 1;
  if (queryTermWeight === 0) return undefined; // learned to be a stop word
  const collection = getIndexStatistics(view);
  const factor = salience(term, statistics, collection);
  if (!Number.isFinite(factor)) {
    throw badArgument(`the salience of a term must be finite, got ${factor} for ${quote(term)}`);
  }
  return {
    label: term,
    statistics,
    weight: queryWeight * queryTermWeight * factor,
    match: scaleMatch(match.term(statistics, collection), documentTermWeight),
    isMonotone: match.growsWithFrequency && match.shrinksWithLength && match.isNonNegative,
    isConcave: match.isConcave === true,
    formula:
      learned === undefined ? match.formula : `${match.formula} with documentWeight·tf as tf`,
    isTerm: true,
    facts:
      learned === undefined
        ? { queryWeight, salience: factor }
        : {
            queryWeight,
            salience: factor,
            termWeight: queryTermWeight,
            documentWeight: documentTermWeight,
          },
    open: () => openPostings(view, term),
  };
}

/** `BAD_ARGUMENT` for an index without two-sided weights. */
function learnedWeights({ weights }: IndexView): TermWeights {
  if (weights?.isTwoSided === true) return weights;
  throw badArgument(
    "weights=learned needs an index with learned term weights; create one with termwise discriminate",
  );
}

function saturateCounts(bag: Map<string, number>, k3: number): QueryBag {
  if (k3 === Infinity) return bag;
  for (const [term, count] of bag) bag.set(term, ((k3 + 1) * count) / (k3 + count));
  return bag;
}
