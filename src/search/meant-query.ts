/** The query that a person may have meant, for a search that finds nothing or little. */

import type { IndexReader } from "./index-reader.ts";
import type { SearchOptions } from "./search-options.ts";

/** Fewer documents than this are little. */
const LITTLE = 3;

/** With more documents corrections must be asked for, since the words of the index are read for them. */
const CORRECTED_UNASKED = 100_000;

/** In UTF-16 units: what is longer was not typed in a moment. */
const LONGEST_CORRECTED = 256;

/** Undefined where enough was found, nothing can be corrected, or nobody asks. */
export async function meantQuery(
  { searcher, snapshot, analyzer }: IndexReader,
  query: string,
  found: number,
  { didYouMean = snapshot.documentCount <= CORRECTED_UNASKED, prefix = false }: SearchOptions,
): Promise<string | undefined> {
  if (!didYouMean || found >= LITTLE || query.length > LONGEST_CORRECTED) return undefined;
  const matcher = await searcher.matcher();
  if (matcher === undefined) return undefined;
  const { correctedQuery } = await import("../ranking/matching/index.ts");
  return correctedQuery(query, analyzer, matcher, { isUnfinished: prefix });
}
