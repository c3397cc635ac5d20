/**
 * The nearest documents by vector. The cluster computes the cosines of all documents that pass the
 * filter, the same numbers as a local index, so these are the first ones of its exact dense ranking.
 */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { type HybridRanker, parseHybridRanker } from "../../src/dense/index.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { selectRules } from "../../src/search/rules.ts";
import { createFilterQuery } from "./filter-query.ts";
import type { PublishedRecord } from "./published-record.ts";
import { MAX_HITS, type OpenSearchRetriever, toTimeout } from "./retriever.ts";
import { isIncomplete } from "./search-response.ts";
import { createCosineSort } from "./stored-vectors.ts";

/** What ranks a search by a vector. */
export interface VectorSearch {
  readonly vector: NonNullable<SearchOptions["vector"]>;
  readonly ranker: HybridRanker;
  readonly dimensions: number;
  /** The name of the lexical ranker. */
  readonly lexical: string;
}

/** The nearest documents of a search. */
export interface NearestDocuments {
  /** Those that match the search by their vector alone: the first ones, up to the depth of the ranker. */
  readonly matching: readonly string[];
  /** Further ones, for later pages. */
  readonly others: readonly string[];
  /** Whether no other document can be among the nearest of the search. */
  readonly isExact: boolean;
  /** Whether documents must match the words, because the query has operators. */
  readonly mustMatch: boolean;
  readonly isPartial: boolean;
}

/** Characters that may be operators. Documents must match them in dense search, too. */
const OPERATORS = /["+\-*~:]/;

/** The vector part of a search; undefined for one by words alone. */
export function readVectorSearch(
  { vectors: hasVectors }: PublishedRecord,
  { lexicalRanker, snapshot }: IndexReader,
  { ranker: name = "hybrid", vector }: SearchOptions,
): VectorSearch | undefined {
  const { vectors } = snapshot.settings;
  if (hasVectors === undefined || vectors === undefined) return undefined;
  if (vector === undefined || !needsQueryVector(name)) return undefined;
  const ranker = parseHybridRanker(name);
  const { dimensions } = vectors;
  return { vector, ranker, dimensions, lexical: ranker.first ?? lexicalRanker };
}

/** Asks the cluster. `count` are the documents that the page needs, `words` the query for its words. */
export async function findNearest(
  retriever: OpenSearchRetriever,
  { vector, ranker, dimensions }: VectorSearch,
  {
    schema,
    query,
    options,
    count,
    words,
    timeout,
  }: {
    readonly schema: Schema | undefined;
    readonly query: string;
    readonly options: SearchOptions;
    readonly count: number;
    readonly words: object | undefined;
    readonly timeout: number | undefined;
  },
): Promise<NearestDocuments> {
  const { filter, rules, syntax = false } = options;
  const mustMatch = syntax && OPERATORS.test(query);
  if (mustMatch && words === undefined) return NONE;
  const canFilter = filter === undefined || schema !== undefined;
  const isBounded = ranker.depth <= MAX_HITS && count <= MAX_HITS;
  const hidden = rules === undefined ? [] : (selectRules(rules, query)?.hiddenIds ?? []);
  const filters: object[] = [{ exists: { field: "vectors" } }];
  if (filter !== undefined && schema !== undefined) filters.push(createFilterQuery(schema, filter));
  if (mustMatch && words !== undefined) filters.push(words);
  const excluded = hidden.length === 0 ? {} : { must_not: [{ ids: { values: hidden } }] };
  const size = Math.min(MAX_HITS, Math.max(count, ranker.depth));
  const body = {
    query: { bool: { filter: filters, ...excluded } },
    ...{ size, sort: createCosineSort(vector, dimensions), track_scores: true },
    ...{ _source: false, track_total_hits: true, ...toTimeout(timeout) },
  };
  const mayBeLate = timeout !== undefined;
  const { index } = retriever;
  const [response] = await retriever.sendAll([
    { body, index, size, isByScore: false, needsTotal: true, mayBeLate },
  ]);
  const ids = (response?.hits?.hits ?? []).map(({ _id: id }) => id);
  const isPartial = response === undefined || isIncomplete(response);
  const isAll = ids.length === response?.hits?.total?.value;
  return {
    matching: ids.slice(0, ranker.depth),
    others: ids.slice(ranker.depth),
    // Words that must match are found by their own query, which may find more.
    isExact: !isPartial && (mustMatch || isAll || (canFilter && isBounded)),
    mustMatch,
    isPartial,
  };
}

const NONE: NearestDocuments = {
  ...{ matching: [], others: [], isExact: true, mustMatch: true, isPartial: false },
};
