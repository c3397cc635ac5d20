/**
 * Size limits of a query. Without them, one query could take the memory and the time
 * of all others.
 */

import { TermwiseError } from "../../common/errors.ts";

/** In UTF-16 units: long enough for a book. */
export const MAX_QUERY_LENGTH: number = 1 << 21;

/** Words, phrases and patterns of a query with syntax. */
export const MAX_QUERY_CLAUSES: number = 1 << 18;

/** Throws for a text that is too long. */
export function checkQueryLength(query: string): void {
  if (query.length <= MAX_QUERY_LENGTH) return;
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `the query has ${query.length} characters; the maximum is ${MAX_QUERY_LENGTH}`,
    { length: query.length, limit: MAX_QUERY_LENGTH },
  );
}

/** Throws for a query of too many clauses. */
export function checkClauses(count: number): void {
  if (count <= MAX_QUERY_CLAUSES) return;
  throw new TermwiseError(
    "LIMIT_EXCEEDED",
    `the query has ${count} clauses; the maximum is ${MAX_QUERY_CLAUSES}`,
    { count, limit: MAX_QUERY_CLAUSES },
  );
}
