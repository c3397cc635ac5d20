/**
 * A search of a published index: candidates of the cluster, and the code of local searches over them;
 * more candidates until the page is proved complete, or as many as allowed.
 */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import { retryOnPageFault } from "../../src/index/snapshots/index.ts";
import { isMatchAll } from "../../src/search/create-execution.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { selectRules } from "../../src/search/rules.ts";
import { searchHits } from "../../src/search/search-hits.ts";
import type { TrainedModels } from "../../src/search/trained-models.ts";
import { createCandidateQuery } from "./candidate-query.ts";
import { openCandidates, type PublishedContent } from "./candidate-reader.ts";
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
import type { PublishedRecord } from "./published-record.ts";
import type { OpenSearchRetriever } from "./retriever.ts";

/** The largest number of documents that are scored to prove a page. */
const MAX_PROVED = 3200;
const GROWTH = 4;

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
export async function searchCandidates(
  context: CandidateSearch,
  query: string,
  options: SearchOptions,
  end: number | undefined,
): Promise<UntimedResult> {
  const { record, retriever, probe, models } = context;
  const { limit = 10, offset = 0, sort, after, depth = 0, rules, distinct } = options;
  const schema = readSchema(record);
  const isAll = isMatchAll(query, options);
  const candidates = await retryOnPageFault(() =>
    createCandidateQuery(record, schema, probe, query, options, isAll),
  );
  const pinned = rules === undefined ? [] : (selectRules(rules, query)?.pinnedIds ?? []);
  const page = offset + limit + 1 + (after === undefined ? 0 : readCursorCount(after));
  const canProve = isProvable(record, options, candidates.isPlain);
  // Without fields a cluster has no columns to sort by.
  const isSorted = sort === undefined ? isAll : schema !== undefined;
  const isOrdered = isSorted && candidates.isExact && distinct === undefined && !usesScore(options);
  for (let count = Math.max(context.count, page, depth); ; count *= GROWTH) {
    const remaining = end === undefined ? undefined : Math.max(1, end - readClock());
    const found = await findCandidates(retriever, {
      ...{ candidates, schema, options, count, ids: pinned, timeout: remaining },
    });
    const left = end === undefined ? undefined : Math.max(1, end - readClock());
    const timed = left === undefined ? options : { ...options, timeout: left };
    const result = await withCandidates(context, found, async (reader) => {
      const { rerank } = options;
      const reranker = rerank === undefined ? undefined : await models.loadReranker(rerank, reader);
      return searchHits(reader, query, timed, reranker);
    });
    const { weight } = candidates;
    const isProved =
      found.isComplete ||
      (canProve && isPageProved(record, found, result, { weight, end: page, limit })) ||
      (isOrdered && page <= MAX_CANDIDATES && (isAll || isSortedPageProved(found, result, limit)));
    const mayGrow = (canProve || isOrdered) && count < MAX_PROVED;
    if (!isProved && mayGrow && !result.isPartial && !found.isPartial) continue;
    return describeResult(result, found, { isExact: candidates.isExact, options, isProved });
  }
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
