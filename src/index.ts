/** The public door: everything that runs on any platform. What needs Node is in `termwise/node`. */

// Both rooms have the word; the public one describes a collection.
export type { CollectionStatistics } from "./collection/index.ts";
export * from "./collection/index.ts";
export * from "./common/index.ts";
export * from "./evaluation/index.ts";
export * from "./index/index.ts";
export * from "./ranking/index.ts";
export * from "./storage/index.ts";
export * from "./text/index.ts";
