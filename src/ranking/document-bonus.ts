/**
 * Bonuses: amounts that a few documents get on top of their score, because their title
 * is the query or because they have a word as it was typed.
 *
 * A bonus is never negative, so the best documents are among the best without it and
 * those that have one: traversals ignore bonuses, and the result is still exact. A
 * document without a bonus that is among the best k has fewer than k documents above
 * it, also by the scores without bonuses.
 */

import { EXHAUSTED, type IndexView, type ViewField } from "../index/snapshots/index.ts";
import type { SearchView } from "./fields/search-view-cache.ts";
import type { DocumentBonus, PreparedQuery } from "./prepared-query.ts";
import type { QueryAnalyzer } from "./query-analyzer.ts";
import { getLoadedExpansion } from "./syntax/load-query-expansion.ts";
import { createTopK, type Hits, type TraversalOptions } from "./traversal/hits.ts";
import { scoreDocuments } from "./traversal/score-documents.ts";
import { TimeLimit } from "./traversal/time-limit.ts";
import { runTimedBatches } from "./traversal/timed-batches.ts";

/** A query as it was read. */
interface ReadQuery {
  readonly query: string | readonly string[];
  readonly syntax?: boolean | undefined;
  readonly exactFields?: readonly string[] | undefined;
  /** The view and the analyzer before expansions. */
  readonly searchView: SearchView;
  /** The view that is searched. */
  readonly view: IndexView;
  readonly limit: TimeLimit;
}

/** The query with the bonuses of documents that match it exactly, and how hits get them. */
export function planBonuses(
  prepared: PreparedQuery,
  { query, syntax = false, exactFields = [], searchView, view, limit }: ReadQuery,
): {
  readonly prepared: PreparedQuery;
  readonly addBonuses?: (hits: Hits, options: TraversalOptions) => Hits;
} {
  if (prepared.isBoundedByWeights !== true || typeof query !== "string") return { prepared };
  const fields =
    searchView.view.fields?.filter(({ name }) => !syntax && exactFields.includes(name)) ?? [];
  const expansion = view === searchView.view ? undefined : getLoadedExpansion();
  if (fields.length === 0 && expansion === undefined) return { prepared };
  const bonuses = [
    ...findExactBonuses(query, fields, searchView.analyzer, prepared, limit),
    ...(expansion?.collectTypedBonuses(view, prepared, limit) ?? []),
  ];
  if (bonuses.length === 0) return { prepared };
  const rewarded = { ...prepared, bonuses };
  return {
    prepared: rewarded,
    addBonuses: (hits, options) => addBonuses(view, rewarded, hits, options),
  };
}

/** The best documents with their bonuses, from the best `top` without. */
function addBonuses(
  view: IndexView,
  rewarded: PreparedQuery,
  hits: Hits,
  { top = 10, filter, minMatch = 1, limit }: TraversalOptions,
): Hits {
  const prepared = getLoadedExpansion()?.openUnions(view, rewarded) ?? rewarded;
  const { bonuses = [] } = prepared;
  const withBonus = new Set<number>();
  for (const { documents } of bonuses) {
    for (const document of documents) {
      if (limit?.count(prepared.clauses.length)) break;
      if (filter !== undefined && !filter.has(document)) continue;
      if (minMatch > 1 && countMatchingClauses(prepared, document) < minMatch) continue;
      withBonus.add(document);
    }
  }
  if (withBonus.size === 0) return hits;
  const best = createTopK(view, top);
  for (const [rank, document] of hits.documents.entries()) {
    if (!withBonus.has(document)) best.push(document, hits.scores[rank] as number);
  }
  const documents = Uint32Array.from(withBonus).sort();
  const scoreBatch = (from: number, to: number): void => {
    const batch = documents.subarray(from, to);
    const batchScores = scoreDocuments(view, prepared, batch);
    for (const [i, score] of batchScores.entries()) best.push(batch[i] as number, score);
  };
  runTimedBatches(documents.length, prepared.clauses.length, limit ?? TimeLimit.none(), scoreBatch);
  const { items, scores } = best.drain();
  const isPartial = hits.isPartial || limit?.isOver === true;
  return { ...hits, documents: items, scores, isPartial };
}

function countMatchingClauses({ clauses }: PreparedQuery, document: number): number {
  return clauses.filter(({ isTerm, open }) => isTerm && open().seek(document) === document).length;
}

/**
 * The bonus of documents with a field that is the query: no score is above the sum of
 * the weights of the clauses, so that these documents rank first.
 */
function findExactBonuses(
  query: string,
  fields: readonly ViewField[],
  analyzer: QueryAnalyzer | undefined,
  { clauses }: PreparedQuery,
  limit: TimeLimit,
): DocumentBonus[] {
  if (fields.length === 0 || analyzer === undefined || query.length > MAX_CHARACTERS) return [];
  const terms = analyzer.tokenise(query).flatMap(({ text }) => analyzer.term(text) ?? []);
  const value = clauses.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  if (!(value > 0)) return [];
  for (const { name, view } of fields) {
    const documents = findWholeMatches(view, terms, limit);
    if (documents.size > 0) return [{ label: `${name} is the query`, value, documents }];
  }
  return [];
}

/** Maximum length of a query that may be a whole title, in UTF-16 units, … */
const MAX_CHARACTERS = 1000;

/** … and maximum number of its words. */
const MAX_WORDS = 64;

/** The documents in which a field has exactly these terms, each as often, in any order. */
function findWholeMatches(
  field: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
): Set<number> {
  const matches = new Set<number>();
  if (terms.length === 0 || terms.length > MAX_WORDS) return matches;
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  field.needLists?.([...counts.keys()]);
  const lists: { readonly term: string; readonly documents: number }[] = [];
  for (const term of counts.keys()) {
    const documents = field.term(term)?.documentFrequency;
    if (documents === undefined) return matches;
    lists.push({ term, documents });
  }
  lists.sort((a, b) => a.documents - b.documents); // the rarest leads
  const cursors = lists.flatMap(({ term }) => {
    const cursor = field.postings(term);
    return cursor === undefined ? [] : [{ cursor, count: counts.get(term) as number }];
  });
  const [lead] = cursors;
  if (lead === undefined || cursors.length < lists.length) return matches;
  while (lead.cursor.next() !== EXHAUSTED && !limit.count(cursors.length)) {
    const { document } = lead.cursor;
    if (field.length(document) !== terms.length) continue;
    const isWhole = cursors.every(({ cursor, count }) => {
      if (cursor.document < document) cursor.seek(document);
      return cursor.document === document && cursor.frequency === count;
    });
    if (isWhole) matches.add(document);
  }
  return matches;
}
