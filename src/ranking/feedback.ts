/**
 * Pseudo-relevance feedback: the query is expanded with terms of the best
 * documents of a first pass (relevance models, Lavrenko and Croft, SIGIR 2001;
 * RM3 is their mixture with the original query).
 *
 * Two ways to estimate: `anserini` keeps the strongest terms of each document
 * and weighs documents by their scores, as Anserini does; `indri` uses all
 * terms, weighs documents by their posterior probability, and leaves the
 * query's own terms out of the expansion, as Galago does. Scores that are log
 * likelihoods are always turned into posteriors first, since raw ones are
 * negative.
 */

import { compareBytes } from "../common/bytes/index.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import {
  type BagRanker,
  countTerms,
  type QueryBag,
  type Ranker,
  type Scope,
  TERM_COST,
} from "./ranker.ts";
import { documentAtATime } from "./traversal/document-at-a-time.ts";
import type { Hits } from "./traversal/hits.ts";
import { TimeLimit } from "./traversal/time-limit.ts";

/** How many documents and terms feedback uses, and their weight. */
export interface FeedbackOptions {
  readonly variant?: "anserini" | "indri";
  /** Number of feedback documents. */
  readonly docs?: number;
  /** Number of expansion terms. */
  readonly terms?: number;
  /** Share of the original query, from 0 to 1. */
  readonly weight?: number;
  /** Terms that occur in a larger share of the documents are excluded. */
  readonly maxDf?: number;
}

/** A document whose selected terms have a smaller total frequency is not used. */
const MIN_NORM = 0.001;

/** RM3: a ranker that expands the query by the terms of the best documents. */
export function feedback(
  base: BagRanker,
  { variant = "anserini", docs = 10, terms = 10, weight = 0.5, maxDf = 0.1 }: FeedbackOptions = {},
): Ranker {
  async function expand(
    view: IndexView,
    query: readonly string[],
    scope: Scope,
  ): Promise<QueryBag> {
    const { limit = TimeLimit.none() } = scope;
    const original = query.filter(
      (term) => !limit.count(TERM_COST) && view.term(term) !== undefined,
    );
    const firstPass = await base.prepare(view, original, scope);
    const hits = documentAtATime(view, firstPass, { ...scope, top: docs });
    const isPosterior = variant === "indri" || base.match.isLogLikelihood;
    const documents = await readFeedbackDocuments(view, hits, { maxDf, isPosterior, limit });
    const estimate =
      variant === "indri"
        ? estimateRelevanceModel(documents, new Set(original), docs)
        : estimatePrunedModel(documents, terms);
    return mixModels(original, selectStrongest(estimate, terms), weight);
  }

  return {
    async prepare(view, query, scope = {}) {
      return base.prepareBag(view, await expand(view, query, scope), scope);
    },
  };
}

/**
 * Documents with more words are read only if there is time. The assumed speed is
 * low, for a machine under load.
 */
const LONG_DOCUMENT_WORDS = 10_000;
const WORDS_PER_MS = 500;

interface FeedbackDocument {
  /** The weight of the document in the model. */
  readonly weight: number;
  readonly length: number;
  /** Frequencies of the terms that may be added to a query. */
  readonly terms: ReadonlyMap<string, number>;
}

async function readFeedbackDocuments(
  view: IndexView,
  { documents, scores }: Hits,
  { maxDf, isPosterior, limit }: { maxDf: number; isPosterior: boolean; limit: TimeLimit },
): Promise<FeedbackDocument[]> {
  const weights = isPosterior
    ? computePosterior(scores)
    : scores.map((score) => Math.max(0, score));
  const results: FeedbackDocument[] = [];
  for (const [i, document] of documents.entries()) {
    // A document is always read completely.
    const words = view.length(document);
    if (
      limit.count(words) ||
      (words > LONG_DOCUMENT_WORDS && !limit.hasTimeFor(words / WORDS_PER_MS))
    )
      break;
    const terms = new Map<string, number>();
    for (const [term, frequency] of await view.readTerms(document)) {
      if (limit.count(TERM_COST)) break;
      if (isLearnable(view, term, maxDf)) terms.set(term, frequency);
    }
    results.push({ weight: weights[i] as number, length: view.length(document), terms });
  }
  return results;
}

/** Anserini's filter: 2 to 20 ASCII letters or digits, and not too common. */
function isLearnable(view: IndexView, term: string, maxDf: number): boolean {
  if (!/^[a-z0-9]{2,20}$/.test(term)) return false;
  const documentFrequency = view.term(term)?.documentFrequency ?? Infinity;
  return documentFrequency / view.documentCount <= maxDf;
}

/** Probabilities from log likelihoods. */
function computePosterior(scores: Float64Array): Float64Array {
  const best = Math.max(...scores);
  const likelihoods = scores.map((score) => Math.exp(score - best));
  const sum = likelihoods.reduce((a, b) => a + b, 0);
  return likelihoods.map((likelihood) => likelihood / sum);
}

/** The most frequent terms of each document, normalised and weighted by the document. */
function estimatePrunedModel(
  documents: readonly FeedbackDocument[],
  maxTerms: number,
): Map<string, number> {
  const model = new Map<string, number>();
  for (const { weight, terms } of documents) {
    const strongest = selectStrongest(terms, maxTerms);
    const norm = strongest.reduce((sum, [, frequency]) => sum + frequency, 0);
    if (norm <= MIN_NORM) continue;
    for (const [term, frequency] of strongest) {
      model.set(term, (model.get(term) ?? 0) + weight * (frequency / norm));
    }
  }
  return model;
}

/** The language model of each document, weighted by the document, without the terms of the query. */
function estimateRelevanceModel(
  documents: readonly FeedbackDocument[],
  queryTerms: ReadonlySet<string>,
  documentCount: number,
): Map<string, number> {
  const model = new Map<string, number>();
  for (const { weight, length, terms } of documents) {
    for (const [term, frequency] of terms) {
      if (queryTerms.has(term)) continue;
      model.set(term, (model.get(term) ?? 0) + (weight * (frequency / length)) / documentCount);
    }
  }
  return model;
}

/** The `count` largest entries; the smaller term by bytes first on ties. */
function selectStrongest(model: ReadonlyMap<string, number>, count: number): [string, number][] {
  return [...model].sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0])).slice(0, count);
}

/** weight · original + (1 - weight) · expansion, both normalised to a sum of 1. */
function mixModels(
  original: readonly string[],
  expansion: readonly (readonly [string, number])[],
  weight: number,
): QueryBag {
  const bag = new Map<string, number>();
  for (const [term, count] of countTerms(original)) {
    bag.set(term, (weight * count) / original.length);
  }
  const norm = expansion.reduce((sum, [, value]) => sum + value, 0);
  if (norm > 0) {
    for (const [term, value] of expansion) {
      bag.set(term, (bag.get(term) ?? 0) + (1 - weight) * (value / norm));
    }
  }
  return bag;
}
