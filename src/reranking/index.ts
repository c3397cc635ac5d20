/** Ranking + trained model → better ranking. */

export * from "./new-order.ts";
export * from "./reranked-run.ts";
export * from "./reranker.ts";
