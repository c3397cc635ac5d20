/**
 * Judgements from clicks: (query, shown, clicked) in, grades out, corrected for position bias.
 *
 * Users click what they see, and they see the top of a list more often. In the position-based model
 * (Richardson et al. 2007) the probability of a click is that of examining the rank times that of
 * the document being relevant. The examination probabilities are estimated from documents that
 * were shown for the same query at different ranks (position-bias.ts). If there are too few, as in a
 * log of fixed rankings, one over the rank is assumed. A click then counts one over its probability (inverse propensity weighting, Joachims,
 * Swaminathan and Schnabel 2017), at most ten.
 */

import type { Query } from "../collection/document.ts";
import { badArgument } from "../common/errors.ts";
import { estimatePositionBias } from "./position-bias.ts";

/** One result list as shown to a user. */
export interface Impression {
  readonly query: string;
  /** Ids of the documents, best first. */
  readonly shown: readonly string[];
  readonly clicked: readonly string[];
}

/** Judgements estimated from clicks, with a report. */
export interface ClickJudgements {
  readonly queries: readonly Query[];
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly report: ClickReport;
}

/** Statistics of a click log. */
export interface ClickReport {
  readonly impressions: number;
  readonly clicks: number;
  /** (query, document) pairs that were clicked at one time and skipped at another. */
  readonly contradictory: number;
  /** Clicked (query, document) pairs that were shown at several ranks: what an estimate rests on. */
  readonly movedPairs: number;
  /** The examination probability of each rank, relative to the first. */
  readonly propensities: readonly number[];
  /** `estimated` from documents at several ranks, or `assumed`: one over the rank. */
  readonly source: "estimated" | "assumed";
}

/** Maximum weight of a click at a rank that is rarely examined. */
const MAX_CLICK_WEIGHT = 10;
/** Documents below this share of the best relevance of their query count as random clicks. */
const MIN_RELEVANCE_SHARE = 0.2;
/** Minimum number of pairs seen at two or more ranks, and clicked, for an estimate. */
const MIN_MOVED_PAIRS = 20;

interface Pair {
  readonly query: string;
  readonly document: string;
  /** Times shown and clicked, by rank from 0. */
  readonly shown: Map<number, number>;
  readonly clicked: Map<number, number>;
}

/** `BAD_ARGUMENT` for a log without clicks, or for a click on a document that was not shown. */
export function estimateJudgements(impressions: Iterable<Impression>): ClickJudgements {
  const { pairs, count, clicks, depth } = collectPairs(impressions);
  if (count === 0) throw badArgument("there are no lists with clicks to learn from");
  if (clicks === 0)
    throw badArgument(`nothing was clicked in ${count} ${count === 1 ? "list" : "lists"}`);
  const moved = pairs.filter(({ shown, clicked }) => shown.size > 1 && clicked.size > 0);
  const estimate = moved.length < MIN_MOVED_PAIRS ? undefined : estimatePositionBias(moved, depth);
  const propensities = estimate ?? Array.from({ length: depth }, (_, rank) => 1 / (rank + 1));
  const relevance = new Map<string, Map<string, number>>();
  for (const pair of pairs) {
    const value = estimateRelevance(pair, propensities);
    if (value === 0) continue;
    const ofQuery = relevance.get(pair.query) ?? new Map<string, number>();
    relevance.set(pair.query, ofQuery.set(pair.document, value));
  }
  for (const ofQuery of relevance.values()) {
    const maxRelevance = Math.max(...ofQuery.values());
    for (const [document, value] of ofQuery) {
      if (value < MIN_RELEVANCE_SHARE * maxRelevance) ofQuery.delete(document);
      else ofQuery.set(document, value / maxRelevance);
    }
  }
  return {
    queries: [...relevance.keys()].map((text) => ({ id: text, text })),
    judgements: relevance,
    report: {
      impressions: count,
      clicks,
      contradictory: pairs.filter(isContradictory).length,
      propensities,
      movedPairs: moved.length,
      source: estimate === undefined ? "assumed" : "estimated",
    },
  };
}

function collectPairs(impressions: Iterable<Impression>): {
  pairs: Pair[];
  count: number;
  clicks: number;
  depth: number;
} {
  const pairs = new Map<string, Pair>();
  let [count, clicks, depth] = [0, 0, 0];
  for (const { query, shown, clicked } of impressions) {
    count++;
    depth = Math.max(depth, shown.length);
    const stray = clicked.find((document) => !shown.includes(document));
    if (stray !== undefined) {
      throw badArgument(
        `list ${count} has a click on ${JSON.stringify(stray)}, which it does not show`,
      );
    }
    const chosen = new Set(clicked);
    clicks += chosen.size;
    for (const [rank, document] of shown.entries()) {
      const key = JSON.stringify([query, document]);
      const pair = pairs.get(key) ?? { query, document, shown: new Map(), clicked: new Map() };
      pairs.set(key, pair);
      incrementRank(pair.shown, rank);
      if (chosen.has(document)) incrementRank(pair.clicked, rank);
    }
  }
  return { pairs: [...pairs.values()], count, clicks, depth };
}

function incrementRank(counts: Map<number, number>, rank: number): void {
  counts.set(rank, (counts.get(rank) ?? 0) + 1);
}

function isContradictory({ shown, clicked }: Pair): boolean {
  const total = (counts: Map<number, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + count, 0);
  return clicked.size > 0 && total(clicked) < total(shown);
}

/** Clicks over impressions, each weighted by the examination probability of its rank. */
function estimateRelevance({ shown, clicked }: Pair, propensities: readonly number[]): number {
  let [weighed, times] = [0, 0];
  for (const count of shown.values()) times += count;
  for (const [rank, count] of clicked) {
    weighed += count * Math.min(MAX_CLICK_WEIGHT, 1 / (propensities[rank] as number));
  }
  return weighed / times;
}
