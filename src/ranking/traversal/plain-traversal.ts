/** Selects the plain traversal of a query. */

import type { PreparedQuery } from "../prepared-query.ts";
import { documentAtATime } from "./document-at-a-time.ts";

/** Above this number of clauses, accumulators are cheaper than moving all cursors at every document. */
const MIN_ACCUMULATOR_CLAUSES = 64;

/** Ranks by plain TypeScript. */
export type PlainTraversal = typeof documentAtATime;

/** The cheaper traversal. The one for many clauses is loaded with the first query that needs it. */
export async function selectPlainTraversal(
  prepared: Pick<PreparedQuery, "clauses">,
): Promise<PlainTraversal> {
  return getPlainTraversal(prepared) ?? (await import("./term-at-a-time.ts")).termAtATime;
}

/** The same at once; undefined for a query with many clauses. */
export function getPlainTraversal({
  clauses,
}: Pick<PreparedQuery, "clauses">): PlainTraversal | undefined {
  return clauses.length <= MIN_ACCUMULATOR_CLAUSES ? documentAtATime : undefined;
}
