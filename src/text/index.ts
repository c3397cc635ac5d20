/** From strings to tokens: normalise, split, stem, stop words. */

export * from "./accent-folding.ts";
export * from "./analyzer.ts";
export * from "./analyzer-options.ts";
export * from "./normalise-text.ts";
export * from "./porter.ts";
export * from "./porter2.ts";
export * from "./stemmer.ts";
export * from "./stop-lists.ts";
export * from "./tokeniser.ts";
export * from "./tokens.ts";
