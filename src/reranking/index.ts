/** Ranking + trained model → better ranking. */

export * from "./explanation.ts";
export * from "./new-order.ts";
export type { Occlusion } from "./occlusion.ts";
export * from "./pair-insight.ts";
export * from "./reranked-run.ts";
export * from "./reranker.ts";
export * from "./retrieved.ts";
export * from "./term-salience.ts";
export * from "./told-insight.ts";
