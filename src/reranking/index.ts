/** Ranking + trained model → better ranking. */

export * from "./explanation.ts";
export * from "./insight-data.ts";
export * from "./merge-reranked.ts";
export type { Occlusion } from "./occlusion.ts";
export * from "./pair-insight.ts";
export * from "./rerank-retrieved-hits.ts";
export * from "./reranker.ts";
export * from "./reranking-retriever.ts";
export * from "./term-salience.ts";
