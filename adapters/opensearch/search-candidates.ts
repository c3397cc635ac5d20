/**
 * A search of a published index: candidates of the cluster, and the code of local searches over them;
 * more candidates until the page is proved complete, or as many as allowed.
 */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import { retryOnPageFault } from "../../src/index/snapshots/index.ts";
import type { Explanation } from "../../src/ranking/explanation.ts";
import { TimeLimit } from "../../src/ranking/traversal/index.ts";
import { createFilteredExecution, isMatchAll } from "../../src/search/create-execution.ts";
import { explainDocument } from "../../src/search/explain-document.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { toRankedHits } from "../../src/search/result-page.ts";
import { selectRules } from "../../src/search/rules.ts";
import { searchHits } from "../../src/search/search-hits.ts";
import type { TrainedModels } from "../../src/search/trained-models.ts";
import { addNearest, createCandidateQuery } from "./candidate-query.ts";
import {
  type CandidateDocument,
  openCandidates,
  type PublishedContent,
} from "./candidate-reader.ts";
import {
  describeResult,
  isPageProved,
  isProvable,
  isSortedPageProved,
  readCursorCount,
  type UntimedResult,
  usesScore,
} from "./candidate-result.ts";
import { readSchema } from "./columns.ts";
import { type FoundCandidates, findCandidates, MAX_CANDIDATES } from "./find-candidates.ts";
import { findNearest, readVectorSearch } from "./find-nearest.ts";
import type { PublishedRecord } from "./published-record.ts";
import type { OpenSearchRetriever } from "./retriever.ts";

/** The largest number of documents that are scored to prove a page. */
const MAX_PROVED = 3200;
const GROWTH = 4;
/** Documents that a model orders by default, at most. */
const MAX_RERANKED = 1000;

/** What the searches of an index share. */
export interface CandidateSearch {
  readonly record: PublishedRecord;
  readonly retriever: OpenSearchRetriever;
  readonly content: PublishedContent;
  /** The index without documents: it reads queries. */
  readonly probe: IndexReader;
  readonly models: TrainedModels;
  /** Documents that are scored at first. */
  readonly count: number;
}

/** The result of a search. `end` is its deadline, if it has one. */
export function searchCandidates(
  context: CandidateSearch,
  query: string,
  options: SearchOptions,
  end: number | undefined,
): Promise<UntimedResult> {
  const { models } = context;
  const work = async (reader: IndexReader): Promise<UntimedResult> => {
    const left = end === undefined ? undefined : Math.max(1, end - readClock());
    const timed = left === undefined ? options : { ...options, timeout: left };
    const { rerank } = options;
    const reranker = rerank === undefined ? undefined : await models.loadReranker(rerank, reader);
    return searchHits(reader, query, timed, reranker);
  };
  return searchAmongCandidates(context, query, options, { end, ids: [], work });
}

/** Explains the score of a document, among the best documents if the parts of the score depend on them. */
export async function explainAmongCandidates(
  context: CandidateSearch,
  query: string,
  options: SearchOptions,
  document: CandidateDocument,
): Promise<Explanation> {
  const { record, probe } = context;
  const { id } = document;
  const explain = (reader: IndexReader): Promise<Explanation> =>
    explainDocument(reader, query, id, options, async (same) => same);
  if (readVectorSearch(record, probe, options) === undefined) {
    return withCandidates(context, { documents: [document] }, explain);
  }
  let explanation: Explanation | undefined;
  const work = async (reader: IndexReader): Promise<UntimedResult> => {
    explanation = await explain(reader);
    return { ranker: record.ranker, hits: [], total: 0, isPartial: false };
  };
  const among = { end: undefined, ids: [id], work };
  await searchAmongCandidates(context, query, { ...options, limit: 1 }, among);
  return explanation as Explanation;
}

/** Runs `work` over the candidates of a search, which include the documents with `ids`. */
async function searchAmongCandidates(
  context: CandidateSearch,
  query: string,
  options: SearchOptions,
  {
    end,
    ids,
    work,
  }: {
    readonly end: number | undefined;
    readonly ids: readonly string[];
    work(reader: IndexReader): Promise<UntimedResult>;
  },
): Promise<UntimedResult> {
  const { record, retriever, probe } = context;
  const { limit = 10, offset = 0, sort, after, depth = 0, rules, distinct, rerank } = options;
  const schema = readSchema(record);
  const isAll = isMatchAll(query, options);
  const vectorSearch = isAll ? undefined : readVectorSearch(record, probe, options);
  const words = await retryOnPageFault(() =>
    createCandidateQuery(record, schema, probe, query, options, isAll),
  );
  const reranked = rerank === undefined ? 0 : Math.max(depth, MAX_RERANKED);
  const page = offset + limit + 1 + (after === undefined ? 0 : readCursorCount(after) + 1);
  const getRemaining = (): number | undefined =>
    end === undefined ? undefined : Math.max(1, end - readClock());
  const nearest =
    vectorSearch &&
    (await findNearest(retriever, vectorSearch, {
      ...{ schema, query, options, words: words.query, timeout: getRemaining() },
      count: Math.max(page, toRankedHits(offset + limit), reranked),
    }));
  const byWords = vectorSearch?.ranker.kind !== "dense" || nearest?.mustMatch === true;
  const candidates = nearest ? addNearest(words, nearest.matching, byWords) : words;
  const pinned = rules === undefined ? [] : (selectRules(rules, query)?.pinnedIds ?? []);
  const others = [...pinned, ...ids, ...(nearest?.matching ?? []), ...(nearest?.others ?? [])];
  const ranker =
    vectorSearch === undefined ? options : { ...options, ranker: vectorSearch.lexical };
  const canProve = isProvable(record, ranker, words.isPlain) && nearest?.isExact !== false;
  // The order of a fusion depends on the best documents by words, so these are proved complete.
  const top =
    vectorSearch === undefined
      ? page
      : Math.max(page, toRankedHits(offset + limit), vectorSearch.ranker.depth);
  // Without fields a cluster has no columns to sort by.
  const isSorted = sort === undefined ? isAll : schema !== undefined;
  const isOrdered =
    isSorted &&
    candidates.isExact &&
    distinct === undefined &&
    !usesScore(options) &&
    vectorSearch === undefined;
  const first = Math.max(context.count, top, depth);
  for (let count = first; ; count *= GROWTH) {
    const all = await findCandidates(retriever, {
      ...{ candidates, schema, options, count, ids: others, timeout: getRemaining() },
      needsVectors: vectorSearch !== undefined,
    });
    const isPartial = all.isPartial || nearest?.isPartial === true;
    const isComplete = all.isComplete && nearest?.isExact !== false;
    const found = { ...all, isPartial, isComplete };
    const { result, lastScore } = await withCandidates(context, found, async (reader) => {
      const own = await work(reader);
      if (vectorSearch === undefined || isComplete || !canProve) {
        return { result: own, lastScore: own.hits.at(-1)?.score };
      }
      const { lexical } = vectorSearch;
      return { result: own, lastScore: await findLastScore(reader, query, options, lexical, top) };
    });
    const { weight } = candidates;
    const isProved =
      isComplete ||
      (canProve && (limit === 0 || isPageProved(record, found, lastScore, { weight, end: top }))) ||
      (isOrdered && page <= MAX_CANDIDATES && (isAll || isSortedPageProved(found, result, limit)));
    const mayGrow = (canProve || isOrdered) && count < MAX_PROVED;
    if (!isProved && mayGrow && !result.isPartial && !isPartial) continue;
    return describeResult(result, found, { isExact: candidates.isExact, options, isProved });
  }
}

/** The score by words of the last of the `top` best documents; undefined if there are fewer. */
async function findLastScore(
  reader: IndexReader,
  query: string,
  { vector: _, rules: __, ...options }: SearchOptions,
  ranker: string,
  top: number,
): Promise<number | undefined> {
  const clock = { limit: TimeLimit.none(), deadline: undefined };
  const byWords = { ...options, ranker };
  const execution = await createFilteredExecution(reader, query, byWords, clock);
  const { scores } = await execution.rank(top);
  return scores.length < top ? undefined : scores.at(-1);
}

/** Runs `work` over an index of the candidates. */
export async function withCandidates<T>(
  { content, models }: CandidateSearch,
  { documents }: Pick<FoundCandidates, "documents">,
  work: (reader: IndexReader) => Promise<T>,
): Promise<T> {
  const reader = await openCandidates(content, documents);
  try {
    return await retryOnPageFault(() => work(reader));
  } finally {
    await models.close(reader);
    await reader.close();
  }
}
