/**
 * One search over one snapshot: rank, optionally re-rank, and read the stored fields
 * of the hits.
 */

import type { SearchOptions } from "../api/search-options.ts";
import type { Hit, RankingDescription, SearchResult } from "../api/search-result.ts";
import type { JsonValue } from "../collection/document.ts";
import { defined } from "../common/defined.ts";
import { badArgument, quote } from "../common/errors.ts";
import { readClock } from "../common/monotonic-clock.ts";
import type { IndexSnapshot, StoredFields } from "../index/index.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import { GRACE_MS, OutOfTime, TimeLimit } from "../ranking/traversal/index.ts";
import type { HitReranker } from "../reranking/reranker.ts";
import { createFilteredExecution, isMatchAll, type SearchClock } from "./create-execution.ts";
import { describeResolved } from "./describe-ranking.ts";
import type { IndexReader } from "./index-reader.ts";
import { loadVectorExecution } from "./neural-parts.ts";
import { selectParseOptions } from "./resolve-scoring.ts";
import { collectPage, type ResultPage, slicePage, toRankedHits } from "./result-page.ts";
import { toStoredDocument } from "./search-document.ts";
import { suggestCorrection } from "./suggest-correction.ts";

/**
 * Searches as `SearchIndex.search` does. `reranker` is that of `options.rerank`; the
 * options have been checked.
 */
export async function searchHits(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  reranker?: HitReranker,
): Promise<Omit<SearchResult, "took">> {
  const clock = startClock(options.timeout);
  const { ranker } = options;
  const ranking =
    options.vector === undefined && needsQueryVector(ranker)
      ? (await loadVectorExecution()).describeFallback(reader, {
          ...options,
          ranker,
        })
      : describeResolved(reader, options);
  try {
    return { ...(await searchInTime(reader, query, options, clock, reranker)), ...ranking };
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    // What the search needs whole, its filter or its order, took all of its time.
    return { hits: [], total: 0, isPartial: true, ...ranking };
  }
}

function startClock(timeout: number | undefined): SearchClock {
  if (timeout === undefined) return { limit: TimeLimit.none(), deadline: undefined };
  const deadline = readClock() + timeout;
  return { limit: new TimeLimit(deadline, readClock), deadline };
}

async function searchInTime(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  clock: SearchClock,
  reranker: HitReranker | undefined,
): Promise<Omit<SearchResult, "took" | keyof RankingDescription>> {
  const { total = true, facets, sort, distinct, after } = options;
  const { snapshot } = reader;
  const { limit, deadline } = clock;
  const facetCounter = facets === undefined ? undefined : await import("./facets.ts");
  const facetRequests =
    facets === undefined ? undefined : facetCounter?.parseFacets(snapshot, facets);
  const execution = await createFilteredExecution(reader, query, options, clock);
  const depth = resolveDepth(options, reranker);
  // Features that need all matching documents also have their number.
  const needsAll = [facets, sort, distinct, after].some((each) => each !== undefined);
  const matches = needsAll ? await execution.matches() : undefined;
  const isCounted = needsAll ? false : total;
  const page =
    reranker === undefined || isMatchAll(query, options)
      ? await collectPage(execution, query, options, isCounted)
      : await rerankPage(execution, query, options, { reranker, depth, total: isCounted });
  const hitCount = execution.total ?? page.total ?? page.hitCount;
  const isBound =
    matches === undefined &&
    !page.isComplete &&
    (total === true ? false : hitCount >= Number(total));
  const facetCounts =
    facetRequests && matches
      ? await facetCounter?.countFacets(snapshot, facetRequests, matches, limit)
      : undefined;
  const isLate = execution.isPartial || page.isLate === true;
  const correction = isLate
    ? undefined
    : await suggestCorrection(reader, query, hitCount, options, { limit, deadline });
  const { hits, isPartial } = await fetchHits(reader, execution, query, page, options, deadline);
  return {
    hits,
    total: hitCount,
    ...defined({ didYouMean: correction }),
    ...(isBound ? { isLowerBound: true } : {}),
    // A cursor continues after all hits of the page.
    ...(hits.length === page.documents.length ? defined({ after: page.after }) : {}),
    ...facetCounts,
    isPartial: isPartial || isLate || execution.isPartial,
  };
}

/** The first hits in the order of a model. */
async function rerankPage(
  execution: QueryExecution,
  query: string,
  { limit = 10, offset = 0 }: SearchOptions,
  {
    reranker,
    depth,
    total,
  }: {
    readonly reranker: HitReranker;
    readonly depth: number;
    readonly total: boolean | number;
  },
): Promise<ResultPage> {
  const { limit: timeLimit } = execution;
  const top = toRankedHits(Math.max(offset + limit, depth));
  const hits = await execution.rank(top, { total });
  const reranked = await reranker.rerank(query, hits, { depth, limit: timeLimit });
  const ordered = execution.pinFirst?.(reranked) ?? reranked;
  return { ...hits, ...slicePage(ordered, { top, offset, limit }), isLate: timeLimit.isOver };
}

function resolveDepth({ depth }: SearchOptions, reranker: HitReranker | undefined): number {
  if (reranker !== undefined) return depth ?? reranker.depth;
  if (depth !== undefined) throw badArgument("depth needs rerank: there is nothing to re-rank");
  return 0;
}

/**
 * The returned parts of the hits. Once time is up, hits have no snippet, highlights or
 * explanation, the last of very many hits are left out, and `isPartial` is true.
 */
async function fetchHits(
  reader: IndexReader,
  execution: QueryExecution,
  query: string,
  { documents, scores, details: more }: ResultPage,
  options: SearchOptions,
  deadline: number | undefined,
): Promise<{ hits: Hit[]; isPartial: boolean }> {
  const limit = execution.limit.extend(GRACE_MS);
  const { snapshot } = reader;
  const { snippet, highlight, explain, select } = options;
  const needsDetails = [snippet, highlight, explain].some(
    (each) => each !== undefined && each !== false,
  );
  const names = select && new Set(select);
  const stored = snapshot.settings.stored && (needsDetails || names?.size !== 0);
  // Details need all texts.
  const readNames = needsDetails ? undefined : names;
  const storedFields = stored ? await readStoredFields(snapshot, documents, limit, readNames) : [];
  const returned = stored ? documents.subarray(0, storedFields.length) : documents;
  const details =
    needsDetails && returned.length > 0
      ? await (await import("./hit-details.ts")).HitDetails.open(
          { reader, execution, query, parseOptions: selectParseOptions(options), deadline, limit },
          options,
        )
      : undefined;
  const hits: Hit[] = [];
  for (const [rank, document] of returned.entries()) {
    const id = snapshot.id(document);
    const fields = storedFields[rank] ?? {};
    hits.push({
      id,
      score: checkScore(scores[rank] as number, id),
      document: toStoredDocument(id, needsDetails ? selectFields(fields, names) : fields),
      ...more?.[rank],
      ...(await details?.describe(document, fields)),
    });
  }
  return { hits, isPartial: limit.isOver };
}

/** `BAD_ARGUMENT` for a score that no weights or parameters in their usual range give. */
export function checkScore(score: number, id: string): number {
  if (Number.isFinite(score)) return score;
  throw badArgument(
    `the score of ${quote(id)} is ${score}: a weight or a parameter of the ranker is too large or too small`,
  );
}

/** Hits whose stored fields are read at once: on a server, each may be a request. */
export const STORED_FIELDS_PER_BATCH = 256;

/** Hits that have their documents even if reading these takes longer than the search may. */
export const MIN_READ_HITS = 10;

/** Bytes of documents that a search with a time limit returns, one document aside. */
export const MAX_READ_BYTES: number = 1 << 26;

/** The stored fields of the first hits, and of more while there is time and room. */
async function readStoredFields(
  snapshot: IndexSnapshot,
  documents: Uint32Array,
  limit: TimeLimit,
  names: ReadonlySet<string> | undefined,
): Promise<StoredFields[]> {
  const fields: StoredFields[] = [];
  let readBytes = 0;
  const isNeeded = (rank: number): boolean => {
    if (rank > 0 && readBytes > MAX_READ_BYTES && !limit.isUnlimited) {
      limit.isOver = true;
      return false;
    }
    return rank < MIN_READ_HITS || !limit.checkClock();
  };
  const read = (document: number, rank: number): Promise<StoredFields | undefined> =>
    snapshot.readStored(document, (stored, local) => {
      if (!isNeeded(rank)) return undefined;
      const record: Record<string, JsonValue | undefined> = {};
      const bytes = stored.readInto(record, local, names);
      readBytes += names === undefined ? bytes : measureFields(record, bytes);
      return record as StoredFields;
    });
  while (fields.length < documents.length) {
    const from = fields.length;
    const batch = documents.subarray(from, from + STORED_FIELDS_PER_BATCH);
    // Files that are opened meanwhile would change the order in which documents are read.
    await Promise.all(Array.from(batch, (hit) => snapshot.part(hit).segment.storedFields()));
    for (const each of await Promise.all(Array.from(batch, (hit, i) => read(hit, from + i)))) {
      if (each === undefined) return fields;
      fields.push(each);
    }
  }
  return fields;
}

/** The size of selected fields, which may be a small part of a record of so many bytes. */
export function measureFields(fields: object, recordBytes: number): number {
  return recordBytes < 1024 ? recordBytes : JSON.stringify(fields).length;
}

function selectFields(fields: StoredFields, names: ReadonlySet<string> | undefined): StoredFields {
  if (names === undefined) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
}
