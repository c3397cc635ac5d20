/** The public door: everything that runs on any platform. What needs Node is in `termwise/node`. */

export * from "./collection/index.ts";
export * from "./common/index.ts";
export * from "./evaluation/index.ts";
export * from "./storage/index.ts";
export * from "./text/index.ts";
