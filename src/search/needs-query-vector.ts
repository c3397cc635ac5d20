/** Which rankers need a vector of the query. Told by the name alone, so that other searches load nothing for it. */

const VECTOR_RANKERS = /^\s*(?:hybrid|dense|rrf)\s*(?:\(|$)/i;

/** Whether a ranker counts meaning: `dense`, `hybrid(…)` or `rrf(…)`. */
export function needsQueryVector(ranker: unknown): ranker is string {
  return typeof ranker === "string" && VECTOR_RANKERS.test(ranker);
}
