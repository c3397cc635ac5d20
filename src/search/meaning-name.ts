/** Which rankers need a vector of the query. Told by the name alone, so that other searches load nothing for it. */

const MEANING = /^\s*(?:hybrid|dense|rrf)\s*(?:\(|$)/i;

/** Whether a ranker counts meaning: `dense`, `hybrid(…)` or `rrf(…)`. */
export function isByMeaning(ranker: unknown): ranker is string {
  return typeof ranker === "string" && MEANING.test(ranker);
}
