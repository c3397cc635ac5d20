/**
 * How much a query may be. Any text up to this is a query; without a limit one
 * query could take the memory and the time of all others.
 */

import { TermwiseError } from "../../common/errors.ts";

/** In UTF-16 units: long enough for a book. */
export const LONGEST_QUERY: number = 1 << 21;

/** Words, phrases and patterns of a query with syntax. */
export const MOST_QUERY_CLAUSES: number = 1 << 18;

/** Refuses a text that is too long to be a query. */
export function checkQueryLength(query: string): void {
  if (query.length <= LONGEST_QUERY) return;
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `the query has ${query.length} characters, the most allowed is ${LONGEST_QUERY}`,
    { length: query.length, limit: LONGEST_QUERY },
  );
}

/** Refuses a query of too many clauses. */
export function checkClauses(count: number): void {
  if (count <= MOST_QUERY_CLAUSES) return;
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `the query has ${count} clauses, the most allowed is ${MOST_QUERY_CLAUSES}`,
    { count, limit: MOST_QUERY_CLAUSES },
  );
}
