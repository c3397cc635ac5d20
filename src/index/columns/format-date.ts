/** Dates of columns, which are milliseconds since 1970, as people read them. */

/** A date in ISO 8601, in UTC. */
export function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
