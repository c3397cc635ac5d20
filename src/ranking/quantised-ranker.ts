/**
 * Any ranker over single terms with its scores in whole numbers.
 *
 * The contribution of a posting to a score, per occurrence of its term in the query,
 * becomes a whole number from 1 to 2^bits - 1, and the score of a document's length
 * one from 0. A score is then a sum of products of small whole numbers, which every
 * engine that adds up frequencies computes to the same bits, in any order and on any
 * number of machines (Anh and Moffat, "Simplified similarity scoring using term
 * ranks", SIGIR 2005, call them impacts).
 *
 * Nothing is clamped: under a scale that was measured earlier, a posting may exceed
 * the largest number, and its score stays comparable.
 */

import { defined } from "../common/defined.ts";
import { badArgument, quote } from "../common/errors.ts";
import { EXHAUSTED, type IndexView, type PostingsCursor } from "../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "./prepared-query.ts";
import { type BagRanker, countTerms, type Ranker } from "./ranker.ts";

/** How contributions become whole numbers. */
export interface Quantisation {
  /** Width of the largest number, from 1 to 14 bits: more would not stay exact in 32-bit floats. */
  readonly bits: number;
  /** The contribution that becomes 2^bits - 1. */
  readonly largest: number;
  /**
   * The score of the worst length, which counts 0; absent for rankers that do not
   * score lengths.
   */
  readonly worstLength?: number;
}

/** Sums of 1,024 numbers of this width are exact in 32-bit floats. */
const MAX_BITS = 14;
/** Default width: within .001 of nDCG@10 on every measured collection. */
export const DEFAULT_BITS = 12;
/** Saturated counts (k3) are rounded to multiples of 1 / COUNT_PARTS, so products stay exact. */
const COUNT_PARTS = 64;

/** A ranker whose scores are sums over single terms. */
export type TermRanker = BagRanker | (Ranker & Required<Pick<Ranker, "prepareTerm">>);

/** A ranker whose contributions are whole numbers, and the numbers themselves. */
export interface QuantisedRanker extends Ranker {
  readonly quantisation: Quantisation;
  /** The postings of a term, whose frequencies `impact` takes; undefined for a term that does not count. */
  postings(view: IndexView, term: string): PostingsCursor | undefined;
  /** The impact of a posting; undefined for a term that does not count. */
  impact(
    view: IndexView,
    term: string,
  ): ((frequency: number, length: number) => number) | undefined;
  /** The impact of a length. */
  lengthImpact(view: IndexView, length: number): number;
}

/** Terms whose clauses are kept; publishing an index asks for all of its terms. */
const MAX_CACHED_CLAUSES = 1 << 14;

/** The same ranking in whole numbers. `k3` is that of the ranker. */
export function quantiseRanker(
  inner: TermRanker,
  quantisation: Quantisation,
  { k3 = Infinity }: { readonly k3?: number } = {},
): QuantisedRanker {
  const { bits, largest, worstLength = 0 } = quantisation;
  checkBits(bits);
  if (!(largest > 0)) throw badArgument(`the largest impact must be above 0, got ${largest}`);
  const step = largest / (2 ** bits - 1);
  const clauseCache = new WeakMap<IndexView, Map<string, Clause | undefined>>();

  function getClause(view: IndexView, term: string): Clause | undefined {
    const clauses = clauseCache.get(view) ?? new Map<string, Clause | undefined>();
    clauseCache.set(view, clauses);
    if (!clauses.has(term)) {
      if (clauses.size >= MAX_CACHED_CLAUSES) clauses.clear();
      const unit = createUnitClause(inner, view, term);
      clauses.set(term, unit && quantiseClause(unit, step));
    }
    return clauses.get(term);
  }

  const lengthScorer = getLengthScorer(inner);
  const lengthImpact = (length: number): number =>
    lengthScorer === undefined ? 0 : Math.round((lengthScorer(length) - worstLength) / step);

  return {
    quantisation,
    ...defined({ usesFields: inner.usesFields }),
    postings: (view, term) => getClause(view, term)?.open(),
    impact: (view, term) => getClause(view, term)?.match,
    lengthImpact: (_, length) => lengthImpact(length),
    async prepare(view, query): Promise<PreparedQuery> {
      const clauses: Clause[] = [];
      for (const [term, weight] of countQueryTerms(query, k3)) {
        const clause = getClause(view, term);
        if (clause !== undefined) clauses.push({ ...clause, weight });
      }
      if (lengthScorer === undefined) return { clauses };
      const queryWeight = clauses.reduce((sum, { weight }) => sum + weight, 0);
      const scorer = (_: number, length: number): number => queryWeight * lengthImpact(length);
      return { clauses, documentPart: { label: "length", isOfLength: true, open: () => scorer } };
    },
  };
}

/** The weight of each term of a query: its occurrences, saturated by k3. */
export function countQueryTerms(
  terms: readonly string[],
  k3: number = Infinity,
): ReadonlyMap<string, number> {
  const counts = countTerms(terms);
  if (k3 === Infinity) return counts;
  for (const [term, count] of counts) {
    const saturated = ((k3 + 1) * count) / (k3 + count);
    counts.set(term, Math.max(1, Math.round(saturated * COUNT_PARTS)) / COUNT_PARTS);
  }
  return counts;
}

/**
 * The scale of an index: its largest contribution, from a scan of all postings.
 * `BAD_ARGUMENT` for a ranker with negative contributions.
 */
export function measureQuantisation(
  view: IndexView,
  inner: TermRanker,
  { bits = DEFAULT_BITS }: { readonly bits?: number } = {},
): Quantisation {
  checkBits(bits);
  const lengthScorer = getLengthScorer(inner);
  let largest = 0;
  for (const term of view.termsWithPrefix("", Infinity)) {
    const unit = createUnitClause(inner, view, term);
    if (unit === undefined) continue;
    if (lengthScorer !== undefined && unit.weight !== 1) {
      throw badArgument("a ranker that scores lengths needs terms of equal salience");
    }
    largest = Math.max(largest, findLargestImpact(view, unit));
  }
  if (lengthScorer === undefined) return { bits, largest: largest || 1 };
  const [worst, best] = computeLengthRange(view, lengthScorer);
  return { bits, largest: Math.max(largest, best - worst) || 1, worstLength: worst };
}

function findLargestImpact(view: IndexView, { label, weight, match, open }: Clause): number {
  let largest = 0;
  const cursor = open();
  for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
    const value = weight * match(cursor.frequency, view.length(document));
    if (!(value >= 0)) {
      throw badArgument(
        `impacts must be ≥ 0, but ${quote(label)} contributes ${value} to ${quote(view.id(document))}; choose another idf`,
      );
    }
    if (value > largest) largest = value;
  }
  return largest;
}

function computeLengthRange(
  view: IndexView,
  scorer: (length: number) => number,
): [worst: number, best: number] {
  let [worst, best] = [Infinity, -Infinity];
  for (let document = 0; document < view.documentLimit; document++) {
    const score = scorer(view.length(document));
    worst = Math.min(worst, score);
    best = Math.max(best, score);
  }
  return best >= worst ? [worst, best] : [0, 0];
}

/** The clause of one occurrence of a term in a query. */
function createUnitClause(inner: TermRanker, view: IndexView, term: string): Clause | undefined {
  if (!("prepareBag" in inner)) return inner.prepareTerm(view, term);
  return inner.prepareBag(view, new Map([[term, 1]])).clauses[0];
}

function getLengthScorer(inner: TermRanker): ((length: number) => number) | undefined {
  return "prepareBag" in inner ? inner.match.document : undefined;
}

/** At least 1, so a document with a query word is returned, as it is by the ranker itself. */
function quantiseClause(unit: Clause, step: number): Clause {
  const { weight, match, label, statistics, isTerm, facts, open } = unit;
  return {
    // Without the parts of fields: their bounds are those of the unrounded scores.
    ...{ label, statistics, isTerm, facts, open },
    ...(unit.parts === undefined ? defined({ isMonotone: unit.isMonotone }) : {}),
    weight: 1,
    match: (frequency, length) =>
      Math.max(1, Math.round((weight * match(frequency, length)) / step)),
    formula: `round(${weight / step}·(${unit.formula}))`,
  };
}

function checkBits(bits: number): void {
  if (!Number.isInteger(bits) || bits < 1 || bits > MAX_BITS) {
    throw badArgument(`impacts have 1 to ${MAX_BITS} bits, got ${bits}`);
  }
}
