/** The query that a person may have meant, for a search that finds nothing or little. */

import type { IndexReader } from "./index-reader.ts";
import type { SearchOptions } from "./search-options.ts";

/** Fewer documents than this are little. */
const MIN_HITS = 3;

/** With more documents corrections must be asked for, since the words of the index are read for them. */
const MAX_DOCUMENTS_BY_DEFAULT = 100_000;

/** In UTF-16 units: what is longer was not typed in a moment. */
const MAX_QUERY_LENGTH = 256;

/** Undefined where enough was found, nothing can be corrected in time, or nobody asks. */
export async function suggestCorrection(
  { searcher, snapshot, analyzer }: IndexReader,
  query: string,
  hitCount: number,
  {
    didYouMean = snapshot.documentCount <= MAX_DOCUMENTS_BY_DEFAULT,
    prefix = false,
  }: SearchOptions,
  deadline?: number,
): Promise<string | undefined> {
  if (!didYouMean || hitCount >= MIN_HITS || query.length > MAX_QUERY_LENGTH) return undefined;
  const matcher = await searcher.matcher(deadline);
  if (matcher === undefined) return undefined;
  const { correctQuery: correctedQuery } = await import("../ranking/matching/index.ts");
  return correctedQuery(query, analyzer, matcher, { isUnfinished: prefix });
}
