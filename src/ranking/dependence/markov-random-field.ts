/**
 * Markov random field models: single terms, ordered and unordered windows,
 * each smoothed like a language model and mixed with weights.
 *
 * Metzler and Croft, "A Markov random field model for term dependencies",
 * SIGIR 2005. A feature x with cf(x) occurrences in a collection of |C| words
 * is worth
 *
 *   log((tf + mu·p) / (length + mu)),  p = cf / |C|
 *     = log(1 + tf / (mu·p)) + log(mu / (length + mu)) + log p,
 *
 * so the first part is a clause and the rest, the same for found and missing
 * features, is the document part. Statistics of windows are exact; a window
 * that never occurs counts as half an occurrence.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexView, TermStatistics } from "../../index/index-view.ts";
import { collectionStatistics } from "../collection-statistics.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { countTerms, type Ranker } from "../ranker.ts";
import { dirichlet } from "../scorers/dirichlet.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { type Dependence, dependentWindows } from "./dependent-windows.ts";
import { windowLabel, windowPostings } from "./window-postings.ts";

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
}

const HALF_AN_OCCURRENCE = 0.5;

export function markovRandomField({
  dependence,
  mu = 1000,
  terms = 0.85,
  ordered = 0.1,
  unordered = 0.05,
  groups = "mean",
}: MarkovRandomFieldOptions): Ranker {
  const smoothing = dirichlet({ mu });
  const groupWeights = { ordered, unordered };

  async function prepare(
    view: IndexView,
    query: readonly string[],
    { limit = TimeLimit.none() }: { limit?: TimeLimit } = {},
  ): Promise<PreparedQuery> {
    const windows = dependentWindows(dependence, query, (term) => view.term(term) !== undefined);
    const weighted = windows.filter(({ window }) => groupWeights[window.kind] !== 0);
    if (weighted.length > 0 && !view.hasPositions) {
      throw badArgument("windows of terms need an index with positions, and this one has none");
    }
    const known = query.filter((term) => view.term(term) !== undefined);
    const termsWeight = windows.length === 0 ? 1 : terms;
    const clauses: Clause[] = [];
    let constant = 0;

    function add(
      feature: Pick<Clause, "label" | "statistics" | "isTerm" | "open">,
      weight: number,
    ): void {
      const { statistics } = feature;
      const occurrences = statistics.collectionFrequency || HALF_AN_OCCURRENCE;
      const smoothed: TermStatistics = { ...statistics, collectionFrequency: occurrences };
      const match = smoothing.term(smoothed, collectionStatistics(view));
      constant += weight * Math.log(occurrences / view.totalLength);
      clauses.push({ ...feature, weight, match, formula: smoothing.formula, facts: {} });
    }

    for (const [term, count] of countTerms(known)) {
      const statistics = view.term(term) as TermStatistics;
      const weight = termsWeight * share(count, known.length, groups);
      add({ label: term, statistics, isTerm: true, open: () => openPostings(view, term) }, weight);
    }
    for (const { window, count, groupSize } of weighted) {
      const list = windowPostings(view, window, limit);
      const weight = groupWeights[window.kind] * share(count, groupSize, groups);
      const open = (): ReturnType<typeof list.open> => list.open();
      const { statistics } = list;
      add({ label: windowLabel(window), statistics, isTerm: false, open }, weight);
    }
    const total = clauses.reduce((sum, clause) => sum + clause.weight, 0);
    const scorer = (_: number, length: number): number =>
      constant - total * Math.log1p(length / mu);
    return { clauses, documentPart: { label: "length and collection", open: () => scorer } };
  }

  return { prepare };
}

function share(count: number, groupSize: number, groups: "mean" | "sum"): number {
  return groups === "mean" ? count / groupSize : count;
}
