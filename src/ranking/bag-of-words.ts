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
import type { Rounding } from "./rounded-clauses.ts";
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
  /** `ROUNDING` of rounded-clauses.ts: contributions are multiples of 1/256. By default they are exact. */
  readonly rounding?: Rounding | undefined;
  /** `learned`: each term counts by the two-sided weights of the index. By default every term counts 1. */
  readonly weights?: TermWeighting;
}

/** Cached per ranker and view. */
const MAX_ROUNDED_CLAUSES = 4096;

export type TermWeighting = "none" | "learned";

/** A ranker that adds up match times salience over the terms of a query. */
export function bagOfWords({
  match,
  salience = idf("none"),
  k3 = Infinity,
  weighsQuery = false,
  countsWholeQuery = false,
  weights = "none",
  rounding,
}: BagOfWordsOptions): BagRanker {
  if (!(k3 >= 0)) throw badArgument(`k3 must be ≥ 0, got ${k3}`);
  const isMonotone = match.growsWithFrequency && match.shrinksWithLength && match.isNonNegative;
  const isConcave = match.isConcave === true;
  const learnedFormula = `${match.formula} with documentWeight·tf as tf`;
  rounding?.checkMatch(match);
  const roundedClauses = new WeakMap<IndexView, Map<string, Clause>>();

  /** Undefined for a term that the index lacks. Every term of a query passes here: no copies of objects. */
  function createExactClause(
    view: IndexView,
    term: string,
    queryWeight: number,
    learned: TermWeights | undefined,
  ): Clause | undefined {
    const statistics = view.term(term);
    if (statistics === undefined) return undefined;
    const termWeight = learned === undefined ? 1 : learned.queryWeight(term);
    if (termWeight === 0) return undefined; // learned to be a stop word
    const documentWeight = learned === undefined ? 1 : learned.weight(term);
    const collection = getIndexStatistics(view);
    const factor = salience(term, statistics, collection);
    if (!Number.isFinite(factor)) {
      throw badArgument(`the salience of a term must be finite, got ${factor} for ${quote(term)}`);
    }
    return {
      label: term,
      statistics,
      weight: queryWeight * termWeight * factor,
      match: scaleMatch(match.term(statistics, collection), documentWeight),
      isMonotone,
      isConcave,
      formula: learned === undefined ? match.formula : learnedFormula,
      isTerm: true,
      facts:
        learned === undefined
          ? { queryWeight, salience: factor }
          : { queryWeight, salience: factor, termWeight, documentWeight },
      open: () => openPostings(view, term),
    };
  }

  /** Learned weights are looked up and rounded once per term of a view. */
  function getRoundedClause(
    { roundClause }: Rounding,
    view: IndexView,
    term: string,
    queryWeight: number,
    learned: TermWeights | undefined,
  ): Clause | undefined {
    let clauses = roundedClauses.get(view);
    if (clauses === undefined) {
      clauses = new Map();
      roundedClauses.set(view, clauses);
    }
    let clause = clauses.get(term);
    if (clause === undefined) {
      clause = roundClause(createExactClause(view, term, 1, learned), 1);
      if (clause === undefined) return undefined;
      if (clauses.size === MAX_ROUNDED_CLAUSES) clauses.clear();
      clauses.set(term, clause);
    }
    if (queryWeight === 1) return clause;
    return { ...clause, weight: queryWeight, facts: { ...clause.facts, queryWeight } };
  }

  function prepareBag(view: IndexView, bag: QueryBag, { limit }: Scope = {}): PreparedQuery {
    const clauses: Clause[] = [];
    const learned = weights === "learned" ? learnedWeights(view) : undefined;
    for (const [term, count] of bag) {
      if (limit?.count(TERM_COST)) break;
      const queryWeight = weighsQuery ? count * (view.weights?.weight(term) ?? 1) : count;
      const clause =
        rounding === undefined
          ? createExactClause(view, term, queryWeight, learned)
          : getRoundedClause(rounding, view, term, queryWeight, learned);
      if (clause !== undefined) clauses.push(clause);
    }
    const { document: lengthScorer } = match;
    if (lengthScorer === undefined) {
      return match.isAtMostOne === true ? { clauses, isBoundedByWeights: true } : { clauses };
    }
    const countedWeights = countsWholeQuery
      ? [...bag.values()]
      : clauses.map(({ weight }) => weight);
    const queryWeight = countedWeights.reduce((sum, weight) => sum + weight, 0);
    const scorer = (_: number, length: number): number => queryWeight * lengthScorer(length);
    return { clauses, documentPart: { label: "length", isOfLength: true, open: () => scorer } };
  }

  const prepareNow: NonNullable<BagRanker["prepareNow"]> = (view, query, scope) =>
    prepareBag(view, saturateCounts(countTerms(query), k3, rounding), scope);
  return {
    match,
    prepareBag,
    prepareNow,
    prepare: async (view, query, scope) => prepareNow(view, query, scope),
  };
}

/** `BAD_ARGUMENT` for an index without two-sided weights. */
function learnedWeights({ weights }: IndexView): TermWeights {
  if (weights?.isTwoSided === true) return weights;
  throw badArgument(
    "weights=learned needs an index with learned term weights; create one with termwise discriminate",
  );
}

function saturateCounts(bag: Map<string, number>, k3: number, rounding?: Rounding): QueryBag {
  if (k3 === Infinity) return bag;
  for (const [term, count] of bag) {
    const saturated = ((k3 + 1) * count) / (k3 + count);
    bag.set(term, rounding === undefined ? saturated : rounding.roundCount(saturated));
  }
  return bag;
}
