/**
 * Markov random field models: single terms, ordered and unordered windows, each
 * smoothed like a language model and mixed with weights.
 *
 * Metzler and Croft, "A Markov random field model for term dependencies", SIGIR
 * 2005. A feature x with cf(x) occurrences in a collection of |C| words scores
 *
 *   log((tf + mu·p) / (length + mu)),  p = cf / |C|
 *     = log(1 + tf / (mu·p)) + log(mu / (length + mu)) + log p,
 *
 * so the first part is a clause and the rest, the same for features that occur and
 * those that do not, is the document part. Statistics of windows are exact; a window
 * that never occurs counts as half an occurrence. The inverse background takes p =
 * |C| / cf instead, which was proposed to favour rare features and does the
 * opposite: an occurrence then adds about cf / (mu·|C|).
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexView, TermStatistics } from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { countTerms, type Ranker, type Scope, TERM_COST } from "../ranker.ts";
import { checkPositive } from "../scorers/parameter.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import {
  type CountedWindow,
  createDependenceWindows,
  type Dependence,
} from "./dependence-windows.ts";
import { createWindowPostings, formatWindow } from "./window-postings.ts";

/** Which windows of terms count, and their weights. */
export interface MarkovRandomFieldOptions {
  readonly dependence: Dependence;
  /** Smoothing of every feature, as for the language model. */
  readonly mu?: number;
  /** Weight of single terms, of ordered and of unordered windows. A query without windows counts terms alone, with weight 1. */
  readonly terms?: number;
  readonly ordered?: number;
  readonly unordered?: number;
  /** Whether a group's features are averaged, so that weights keep their meaning in long queries, or summed. */
  readonly groups?: "mean" | "sum";
  /** The definition of p: cf / |C|, or the inverse. */
  readonly background?: "cf" | "inverse";
}

const HALF_OCCURRENCE = 0.5;

/** Something that is counted in documents, and its weight. */
type Feature = Pick<Clause, "label" | "statistics" | "isTerm" | "open" | "weight">;

/** The sequential or full dependence model over a ranker of single terms. */
export function markovRandomField({
  dependence,
  mu = 1000,
  terms = 0.85,
  ordered = 0.1,
  unordered = 0.05,
  groups = "mean",
  background = "cf",
}: MarkovRandomFieldOptions): Ranker {
  checkPositive("MRF mu", mu);
  const windowWeights = { ordered, unordered };
  const portion = (count: number, groupSize: number): number =>
    groups === "mean" ? count / groupSize : count;

  function termFeatures(
    view: IndexView,
    query: readonly string[],
    weight: number,
    limit: TimeLimit,
  ): Feature[] {
    const indexedTerms = query.filter(
      (term) => !limit.count(TERM_COST) && view.term(term) !== undefined,
    );
    return [...countTerms(indexedTerms)].map(([term, count]) => ({
      label: term,
      statistics: view.term(term) as TermStatistics,
      isTerm: true,
      weight: weight * portion(count, indexedTerms.length),
      open: () => openPostings(view, term),
    }));
  }

  function windowFeature(
    view: IndexView,
    { window, count, groupSize }: CountedWindow,
    limit: TimeLimit,
  ): Feature {
    const list = createWindowPostings(view, window, limit);
    return {
      label: formatWindow(window),
      statistics: list.computeStatisticsBelow(view.countedLimit ?? Infinity),
      isTerm: false,
      weight: windowWeights[window.kind] * portion(count, groupSize),
      open: () => list.open(),
    };
  }

  function createClause(feature: Feature, totalLength: number): Clause & { readonly p: number } {
    const occurrences = feature.statistics.collectionFrequency || HALF_OCCURRENCE;
    const p = background === "cf" ? occurrences / totalLength : totalLength / occurrences;
    const match = (frequency: number): number => Math.log1p(frequency / (mu * p));
    return { ...feature, match, p, formula: "log(1 + tf / (mu·p))", facts: { p } };
  }

  async function prepare(
    view: IndexView,
    query: readonly string[],
    { limit = TimeLimit.none() }: Scope = {},
  ): Promise<PreparedQuery> {
    const windows = createDependenceWindows(
      dependence,
      query,
      (term) => view.term(term) !== undefined,
    );
    const weighted = windows.filter(({ window }) => windowWeights[window.kind] !== 0);
    if (weighted.length > 0 && !view.hasPositions) {
      throw badArgument("windows of terms need an index with positions; this index has none");
    }
    const clauses = [
      ...termFeatures(view, query, windows.length === 0 ? 1 : terms, limit),
      ...weighted.map((window) => windowFeature(view, window, limit)),
    ].map((feature) => createClause(feature, view.totalLength));

    const weight = clauses.reduce((sum, clause) => sum + clause.weight, 0);
    const constant = clauses.reduce((sum, clause) => sum + clause.weight * Math.log(clause.p), 0);
    const scorer = (_: number, length: number): number =>
      constant - weight * Math.log1p(length / mu);
    return { clauses, documentPart: { label: "length and collection", open: () => scorer } };
  }

  return { prepare };
}
