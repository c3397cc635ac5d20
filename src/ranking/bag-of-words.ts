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
import { roundCount, roundMatch } from "./scorers/rounded-scores.ts";
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
  /** `rounded`: contributions are multiples of SCORE_STEP. By default they are exact. */
  readonly scores?: ScoreForm;
  /** `learned`: each term counts by the two-sided weights of the index. By default every term counts 1. */
  readonly weights?: TermWeighting;
}

export type TermWeighting = "none" | "learned";
const ROUNDING = "rounded to a multiple of 1/256";

export type ScoreForm = "exact" | "rounded";

/** A ranker that adds up match times salience over the terms of a query. */
export function bagOfWords({
  match,
  salience = idf("none"),
  k3 = Infinity,
  weighsQuery = false,
  countsWholeQuery = false,
  weights = "none",
  scores = "exact",
}: BagOfWordsOptions): BagRanker {
  if (!(k3 >= 0)) throw badArgument(`k3 must be ≥ 0, got ${k3}`);
  const isRounded = scores === "rounded";
  if (isRounded && match.document !== undefined) {
    throw badArgument("scores=rounded needs a ranker that does not score lengths by themselves");
  }

  const isMonotone = match.growsWithFrequency && match.shrinksWithLength && match.isNonNegative;
  const isConcave = match.isConcave === true;
  const learnedFormula = `${match.formula} with documentWeight·tf as tf`;
  const roundedFormula = `salience·${match.formula}, ${ROUNDING}`;
  const learnedRoundedFormula = `salience·termWeight·${learnedFormula}, ${ROUNDING}`;

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

  function createRoundedClause(
    view: IndexView,
    term: string,
    queryWeight: number,
    learned: TermWeights | undefined,
  ): Clause | undefined {
    const clause = createExactClause(view, term, 1, learned);
    if (clause === undefined) return undefined;
    const { label, statistics, weight, facts, isTerm, open } = clause;
    if (facts.salience !== undefined && facts.salience < 0) {
      throw badArgument(
        `scores=rounded needs saliences ≥ 0, got ${facts.salience} for ${quote(term)}; choose another idf`,
      );
    }
    const { match: roundedMatch, rounded } = roundMatch(clause.match, weight);
    return {
      label,
      statistics,
      weight: queryWeight,
      match: roundedMatch,
      rounded,
      isMonotone,
      isConcave: false,
      isTerm,
      open,
      formula: learned === undefined ? roundedFormula : learnedRoundedFormula,
      facts: queryWeight === 1 ? facts : { ...facts, queryWeight },
    };
  }

  function prepareBag(view: IndexView, bag: QueryBag, { limit }: Scope = {}): PreparedQuery {
    const clauses: Clause[] = [];
    const learned = weights === "learned" ? learnedWeights(view) : undefined;
    for (const [term, count] of bag) {
      if (limit?.count(TERM_COST)) break;
      const queryWeight = weighsQuery ? count * (view.weights?.weight(term) ?? 1) : count;
      const create = isRounded ? createRoundedClause : createExactClause;
      const clause = create(view, term, queryWeight, learned);
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
    prepareBag(view, saturateCounts(countTerms(query), k3, isRounded), scope);
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

function saturateCounts(bag: Map<string, number>, k3: number, isRounded: boolean): QueryBag {
  if (k3 === Infinity) return bag;
  for (const [term, count] of bag) {
    const saturated = ((k3 + 1) * count) / (k3 + count);
    bag.set(term, isRounded ? roundCount(saturated) : saturated);
  }
  return bag;
}
