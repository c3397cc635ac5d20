/** The execution of a query by its vector, or by words and its vector. */

import type { ScoringOptions } from "../api/search-options.ts";
import type { RankingDescription } from "../api/search-result.ts";
import { badArgument, quote } from "../common/errors.ts";
import { openHybridSearch, parseHybridRanker } from "../dense/index.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { ExecutionBounds } from "./create-execution.ts";
import { describeResolved, type RankingOptions } from "./describe-ranking.ts";
import type { IndexReader } from "./index-reader.ts";
import { LexicalSearch } from "./lexical-search.ts";
import { resolveScoring } from "./resolve-scoring.ts";

/** Characters that may be operators. Documents must match them in dense search, too. */
const OPERATORS = /["+\-*~:]/;

/** Without a vector in the options, words rank alone. */
export async function createVectorExecution(
  reader: IndexReader,
  query: string,
  { ranker, ...options }: ScoringOptions & { readonly ranker: string },
  bounds: ExecutionBounds,
): Promise<QueryExecution> {
  const parsed = parseHybridRanker(ranker);
  if (parsed.kind === "dense" && options.boost !== undefined) {
    throw badArgument(
      `boost needs a ranker of words, such as "bm25" or "hybrid", got ${quote(ranker)}`,
    );
  }
  const { searcher, ...scoring } = await resolveScoring(
    reader,
    { ranker: parsed.first, ...options },
    bounds.limit,
  );
  const lexical = new LexicalSearch(reader, searcher, query, { ...scoring, ...bounds });
  const { vector } = options;
  if (vector === undefined) return lexical;
  const mustMatch = scoring.syntax && OPERATORS.test(query);
  return openHybridSearch({ lexical, vector, ranker: parsed, filter: bounds.filter, mustMatch });
}

/** The ranking of a query without a vector, by a ranker that asks for one. */
export function describeFallback(
  reader: IndexReader,
  options: RankingOptions & { readonly ranker: string },
): RankingDescription {
  const { first } = parseHybridRanker(options.ranker);
  return { ...describeResolved(reader, { ...options, ranker: first }), fallback: "words" };
}
