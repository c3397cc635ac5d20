/**
 * Finds the candidates of a search on the cluster: all documents that match, where they are few;
 * otherwise the best by the impacts of the cluster, as many as needed to prove that no other
 * document belongs to the page, or as many as allowed. A sorted search finds the first by the sorted
 * values instead, so that only documents with the values of the last of them may be missing.
 *
 * An impact is a rounded score, at most half a step below the exact one. So the exact score of a
 * document that is not among the best n by impacts is at most the impact of the last of them and
 * half a step for each word of the query; a page whose last hit scores more is complete.
 */

import type { Facets } from "../../src/api/option-types.ts";
import type { SearchOptions } from "../../src/api/search-options.ts";
import type { FacetCounts, FacetStats } from "../../src/api/search-result.ts";
import type { VectorSettings } from "../../src/dense/vectors/index.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import type { CandidateQuery } from "./candidate-query.ts";
import type { CandidateDocument } from "./candidate-reader.ts";
import { createAnswerError } from "./cluster-errors.ts";
import { createFacetQuery, readFacetStats, readFacets } from "./facet-query.ts";
import { type ClusterQuery, type OpenSearchRetriever, toTimeout } from "./retriever.ts";
import { createSort } from "./search-page.ts";
import { type ClusterHit, type ClusterSearchResponse, isIncomplete } from "./search-response.ts";
import { decodeRows } from "./stored-vectors.ts";

/** The limit of OpenSearch for the hits of one query (`index.max_result_window`). */
export const MAX_CANDIDATES = 10_000;

/** What a search needs of the cluster. */
export interface CandidateRequest {
  readonly candidates: CandidateQuery;
  readonly schema: Schema | undefined;
  readonly options: SearchOptions;
  /** The number of documents to return. */
  readonly count: number;
  /** Documents to return although they may not match. */
  readonly ids: readonly string[];
  /** In ms. */
  readonly timeout: number | undefined;
  /** Whether the vectors of documents are read. */
  readonly needsVectors: boolean;
}

/** The candidates of a search. */
export interface FoundCandidates {
  readonly documents: readonly CandidateDocument[];
  /** The number of documents that match the query of the cluster. */
  readonly total: number;
  readonly isComplete: boolean;
  /** The largest impact of a document that was not returned; 0 if all were. */
  readonly nextImpact: number;
  /** Documents of a sorted search with the values of the last one: others with them may be missing. */
  readonly lastTies: ReadonlySet<string>;
  /** Whether all documents with a field that is the query are among them. */
  readonly hasWhole: boolean;
  readonly facets?: FacetCounts;
  readonly facetStats?: Readonly<Record<string, FacetStats>> | undefined;
  readonly isPartial: boolean;
}

/** Asks the cluster once. */
export async function findCandidates(
  retriever: OpenSearchRetriever,
  request: CandidateRequest,
): Promise<FoundCandidates> {
  const { candidates, schema, options, count, ids } = request;
  if (candidates.query === undefined && ids.length === 0) return NONE;
  const facets = selectFacets(schema, options.facets);
  const size = Math.min(MAX_CANDIDATES, count);
  const queries: ClusterQuery[] = [];
  const fields = request.needsVectors ? { docvalue_fields: ["vectors"] } : {};
  const add = (query: object, limit: number, more: object = {}, isByScore = true): number => {
    const body = {
      query,
      size: limit,
      ...SHARED,
      ...fields,
      ...more,
      ...toTimeout(request.timeout),
    };
    const mayBeLate = request.timeout !== undefined;
    const { index } = retriever;
    return queries.push({ body, index, size: limit, isByScore, needsTotal: true, mayBeLate }) - 1;
  };
  const isSorted = options.sort !== undefined && schema !== undefined;
  const sort = isSorted ? createSort(schema, options.sort) : [{ _score: "desc" }, { key: "desc" }];
  const aggs = facets === undefined ? {} : { aggs: facets.aggregations };
  const main = add(candidates.query ?? { match_none: {} }, size, { sort, ...aggs }, !isSorted);
  const { whole } = candidates;
  const exact = whole === undefined ? undefined : add(whole, size, { sort: BY_KEY }, false);
  if (ids.length > 0) {
    const byIds = { constant_score: { filter: { ids: { values: ids } } } };
    add(byIds, ids.length, { sort: BY_KEY }, false);
  }
  const responses = await retriever.sendAll(queries);
  const best = responses[main] as ClusterSearchResponse;
  const total = best.hits?.total?.value ?? 0;
  const documents = new Map<string, CandidateDocument>();
  for (const { hits } of responses) {
    for (const hit of hits?.hits ?? []) {
      if (!documents.has(hit._id)) documents.set(hit._id, readDocument(retriever, hit));
    }
  }
  const hits = best.hits?.hits ?? [];
  const isPartial = responses.some(isIncomplete);
  const isComplete = !isPartial && !candidates.isCut && hits.length === total;
  const wholeTotal = exact === undefined ? 0 : (responses[exact]?.hits?.total?.value ?? 0);
  const { url } = retriever.cluster;
  return {
    documents: [...documents.values()],
    total,
    isComplete,
    isPartial,
    nextImpact: isComplete || isSorted ? 0 : Math.fround(hits.at(-1)?._score ?? 0),
    lastTies: isComplete || !isSorted ? NO_TIES : findLastTies(hits),
    hasWhole: exact === undefined || wholeTotal <= size,
    ...(facets === undefined || isComplete
      ? {}
      : {
          facets: readFacets(facets, best.aggregations, { total, url }),
          facetStats: readFacetStats(facets, best.aggregations),
        }),
  };
}

/** A document by its id; undefined if there is none. */
export async function readDocumentById(
  retriever: OpenSearchRetriever,
  id: string,
): Promise<CandidateDocument | undefined> {
  type Answer = { docs?: readonly (Pick<ClusterHit, "_id" | "_source"> | null)[] } | null;
  const { cluster, index } = retriever;
  const path = `/${index}/_mget`;
  const answer = await cluster.request<Answer>({ method: "POST", path, body: { ids: [id] } });
  const found = answer?.docs?.[0];
  return found?._source === undefined ? undefined : readDocument(retriever, found);
}

/** A document of a hit: all that scores are computed from. */
function readDocument(
  { record, cluster }: OpenSearchRetriever,
  { _id: id, _source: source, fields }: Pick<ClusterHit, "_id" | "_source" | "fields">,
): CandidateDocument {
  if (source?.document === undefined) {
    throw createAnswerError(cluster.url, `a hit without its document, ${id}`);
  }
  const { pruned: prunedWords, document } = source;
  if (prunedWords !== undefined && !Array.isArray(prunedWords)) {
    throw createAnswerError(cluster.url, `a hit with damaged words, ${id}`);
  }
  const [rows] = fields?.vectors ?? [];
  if (rows === undefined) return { id, fields: document, prunedWords };
  const { dimensions = 0 } = (record.settings?.vectors as VectorSettings | undefined) ?? {};
  const vectorRows = decodeRows(rows, dimensions);
  if (vectorRows !== undefined) return { id, fields: document, prunedWords, vectorRows };
  throw createAnswerError(cluster.url, `a hit with damaged vectors, ${id}`);
}

/** The hits with the sorted values of the last one, before score and id. */
function findLastTies(hits: readonly ClusterHit[]): ReadonlySet<string> {
  const toValues = ({ sort = [] }: ClusterHit): string => JSON.stringify(sort.slice(0, -2));
  const last = hits.at(-1);
  const own = last && toValues(last);
  return new Set(hits.filter((hit) => toValues(hit) === own).map(({ _id: id }) => id));
}

const NO_TIES: ReadonlySet<string> = new Set();

/** Facets are counted by the cluster where it has columns. */
function selectFacets(schema: Schema | undefined, facets: Facets | undefined) {
  return schema === undefined || facets === undefined
    ? undefined
    : createFacetQuery(schema, facets);
}

const BY_KEY = [{ key: "desc" }];
const SHARED = { track_scores: true, track_total_hits: true, _source: ["document", "pruned"] };

const NONE: FoundCandidates = {
  ...{ documents: [], total: 0, isComplete: true, nextImpact: 0, hasWhole: true },
  ...{ isPartial: false, lastTies: NO_TIES },
};
