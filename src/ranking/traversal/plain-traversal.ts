/** Selects the plain traversal of a query. */

import type { PreparedQuery } from "../prepared-query.ts";
import { documentAtATime } from "./document-at-a-time.ts";

/** Above this number of clauses, accumulators are cheaper than moving all cursors at every document. */
const MIN_ACCUMULATOR_CLAUSES = 64;

/** Ranks by plain TypeScript. */
export type PlainTraversal = typeof documentAtATime;

/** The cheaper traversal. The one for many clauses is loaded with the first query that needs it. */
export async function selectPlainTraversal({
  clauses,
}: Pick<PreparedQuery, "clauses">): Promise<PlainTraversal> {
  if (clauses.length <= MIN_ACCUMULATOR_CLAUSES) return documentAtATime;
  return (await import("./term-at-a-time.ts")).termAtATime;
}
