/** A spelling correction for a search with no or few hits. */

import type { SearchOptions } from "../api/search-options.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import type { IndexReader } from "./index-reader.ts";

/** A search with fewer hits than this is corrected. */
export const MIN_UNCORRECTED_HITS = 3;

/** With more documents, corrections must be requested, since they read the words of the index. */
const MAX_DOCUMENTS_BY_DEFAULT = 100_000;

/** In UTF-16 units. Longer texts were not typed by hand. */
const MAX_QUERY_LENGTH = 256;

/** Whether a correction is looked for: there are few hits, and it was not declined. */
export function needsCorrection(
  { snapshot }: IndexReader,
  query: string,
  hitCount: number,
  { didYouMean = snapshot.documentCount <= MAX_DOCUMENTS_BY_DEFAULT }: SearchOptions,
): boolean {
  return didYouMean && hitCount < MIN_UNCORRECTED_HITS && query.length <= MAX_QUERY_LENGTH;
}

/** Undefined if none is needed, or there is none in time. */
export async function suggestCorrection(
  reader: IndexReader,
  query: string,
  hitCount: number,
  options: SearchOptions,
  { limit, deadline }: { readonly limit: TimeLimit; readonly deadline: number | undefined },
): Promise<string | undefined> {
  if (!needsCorrection(reader, query, hitCount, options)) return undefined;
  const { searcher, analyzer } = reader;
  const { prefix = false } = options;
  const matcher = await searcher.matcher(deadline);
  if (matcher === undefined) return undefined;
  const { correctQuery } = await import("../ranking/matching/index.ts");
  const corrected = correctQuery(query, analyzer, matcher, { isUnfinished: prefix, limit });
  return limit.isOver ? undefined : corrected; // not all words were compared
}
