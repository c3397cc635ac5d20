/**
 * The public door: everything that runs on any platform. What needs Node is in
 * `termwise/node`. Each room is also a door of its own (`termwise/text`, …); the
 * engine and the models come as namespaces here, for their words are many.
 */

export * from "./analysis/index.ts";
export * from "./collection/index.ts";
export * from "./common/index.ts";
export * as discrimination from "./discrimination/index.ts";
export * as embeddings from "./embeddings/index.ts";
export * from "./evaluation/index.ts";
export * from "./index/index.ts";
export * as models from "./models/index.ts";
export * from "./ranking/index.ts";
export * as reranking from "./reranking/index.ts";
export * as scoring from "./scoring/index.ts";
export * from "./storage/index.ts";
export * as tensor from "./tensor/index.ts";
export * from "./text/index.ts";
export * as training from "./training/index.ts";
