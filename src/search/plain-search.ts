/**
 * The search that most callers make: a query of words by a ranker of terms, the best documents with
 * their stored fields. When all code and bytes are loaded it waits for nothing, so it runs at once,
 * without the promises of the general search (search-hits.ts), which took as long as ranking. The
 * results are the same.
 */

import type { SearchOptions } from "../api/search-options.ts";
import type { Hit, SearchResult } from "../api/search-result.ts";
import { readClock } from "../common/monotonic-clock.ts";
import type { SnapshotPart } from "../index/snapshots/index.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import { GRACE_MS, type Hits } from "../ranking/traversal/index.ts";
import { hasNoRule } from "./create-execution.ts";
import { describeResolved } from "./describe-ranking.ts";
import { DocumentCache, type DocumentFields } from "./document-cache.ts";
import type { IndexReader } from "./index-reader.ts";
import { writeCursor } from "./page-cursor.ts";
import { DEFAULT_EXACT_FIELDS, getLoadedBoosts } from "./resolve-scoring.ts";
import {
  hasNextPage,
  type ResultPage,
  serialiseSearch,
  slicePage,
  toRankedHits,
} from "./result-page.ts";
import {
  checkScore,
  MAX_READ_BYTES,
  MIN_READ_HITS,
  measureFields,
  STORED_FIELDS_PER_BATCH,
} from "./search-hits.ts";
import { needsCorrection } from "./suggest-correction.ts";

/** Options that this search follows. Any other must be absent or false. */
const FOLLOWED: ReadonlySet<string> = new Set([
  ...["ranker", "limit", "offset", "minMatch", "total", "select", "timeout", "didYouMean"],
  ...["boost", "rules", "signal"],
]);

/**
 * Undefined if the query needs the general search. The options have been checked. `begun` is when
 * the search began, by `performance.now`.
 */
export function searchNow(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  begun: number,
): SearchResult | undefined {
  const { limit = 10, offset = 0, total = true, minMatch, timeout } = options;
  const { ranker = reader.lexicalRanker } = options;
  if (reader.pool !== undefined || limit > STORED_FIELDS_PER_BATCH) return undefined;
  if (!hasOnlyFollowed(options) || needsQueryVector(ranker)) return undefined;
  const boost =
    options.boost && getLoadedBoosts()?.getDocumentBoost(reader.snapshot, options.boost);
  if (options.boost !== undefined && boost === undefined) return undefined;
  if (hasNoRule(query, options.rules) !== true) return undefined;
  const top = toRankedHits(offset + limit);
  const deadline = timeout === undefined ? undefined : readClock() + timeout;
  const hits = reader.searcher.rankNow(query, {
    ranker,
    top,
    total,
    exactFields: DEFAULT_EXACT_FIELDS,
    ...(boost === undefined ? undefined : { boost }),
    ...(minMatch === undefined ? undefined : { minMatch }),
    ...(deadline === undefined ? undefined : { deadline }),
  });
  if (hits === undefined) return undefined;
  const page =
    offset === 0 && hits.documents.length <= limit
      ? toWholePage(hits, top)
      : slicePage(hits, { top, offset, limit });
  const hitCount = page.total ?? page.hitCount;
  if (!hits.isPartial && needsCorrection(reader, query, hitCount, options)) return undefined;
  const found = readHits(reader, page, options, deadline);
  if (found === undefined) return undefined;
  const isBound = !page.isComplete && total !== true && hitCount >= Number(total);
  const isCut = found.length < page.documents.length;
  const result: SearchResult = {
    hits: found,
    total: hitCount,
    ...(isBound ? { isLowerBound: true } : undefined),
    took: performance.now() - begun,
    isPartial: hits.isPartial || isCut,
    ...describeResolved(reader, options),
  };
  if (isCut || !hasNextPage(page, offset)) return result;
  const { indexId } = reader.snapshot;
  const { id, score } = found.at(-1) as Hit;
  const copiedOptions = { ...options }; // all of them are plain values, but for `select`
  return withCursor(result, () => {
    const owner = { indexId, search: serialiseSearch(query, copiedOptions) };
    return writeCursor(owner, { values: [], score, id, count: offset + found.length });
  });
}

/** The page of all hits; the same as `slicePage` without copies. */
function toWholePage(hits: Hits, top: number): ResultPage {
  const { documents, scores, total } = hits;
  const isComplete = documents.length < top;
  const page = { documents, scores, hitCount: documents.length, isComplete, isLast: isComplete };
  return total === undefined ? page : { ...page, total };
}

/** The result with a cursor that is written when it is read: most callers never read it. */
function withCursor(result: SearchResult, write: () => string): SearchResult {
  let cursor: string | undefined;
  return {
    ...result,
    get after(): string {
      cursor ??= write();
      return cursor;
    },
  };
}

function hasOnlyFollowed(options: SearchOptions): boolean {
  for (const name in options) {
    if (FOLLOWED.has(name)) continue;
    const value = options[name as keyof SearchOptions];
    if (value !== undefined && value !== false) return false;
  }
  return true;
}

/** Of all indexes that are searched on this thread. */
const documentCache = new DocumentCache(1 << 23);

/** The hits of a page, the last left out when time is up; undefined if the stored fields are not open. */
function readHits(
  { snapshot }: IndexReader,
  { documents, scores }: ResultPage,
  { select }: SearchOptions,
  deadline = Infinity,
): Hit[] | undefined {
  const names = select && new Set<string>(select);
  const needsFields = snapshot.settings.stored && names?.size !== 0;
  const hits: Hit[] = [];
  const read = { bytes: 0 };
  for (let rank = 0; rank < documents.length; rank++) {
    if (rank >= MIN_READ_HITS && readClock() > deadline + GRACE_MS) break;
    if (rank > 0 && read.bytes > MAX_READ_BYTES && deadline !== Infinity) break;
    const number = documents[rank] as number;
    const document = needsFields
      ? readDocument(snapshot.part(number), number, names, read)
      : { id: snapshot.id(number) };
    if (document === undefined) return undefined;
    const { id } = document;
    hits.push({ id, score: checkScore(scores[rank] as number, id), document });
  }
  return hits;
}

/** Undefined if no document of the segment has been read before, so that its file is not open. Counts the bytes that are read. */
function readDocument(
  { base, segment }: SnapshotPart,
  number: number,
  names: ReadonlySet<string> | undefined,
  read: { bytes: number },
): DocumentFields | undefined {
  const stored = segment.openStoredFields;
  if (stored === undefined) return undefined;
  const local = number - base;
  const cached = documentCache.get(stored, local, names);
  if (cached !== undefined) return cached;
  const id = segment.documents.id(local);
  const document: DocumentFields = { id };
  const recordBytes = stored.readInto(document, local, names);
  document.id = id; // never that of a field
  read.bytes += names === undefined ? recordBytes : measureFields(document, recordBytes);
  if (names === undefined) documentCache.add(stored, local, document, recordBytes);
  return document;
}
