/** Which rankers need a query vector, by name, without loading the declarations of all rankers. */

const VECTOR_RANKERS = /^\s*(?:hybrid|rrf|dense)\s*(?:\(|$)/i;

/** True for the name of a dense or hybrid ranker, such as `hybrid(bm25,dense)`. A test compares it with the declarations. */
export function needsQueryVector(ranker: unknown): ranker is string {
  return typeof ranker === "string" && VECTOR_RANKERS.test(ranker);
}
