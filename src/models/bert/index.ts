/** BERT: its network and its files. */

export * from "./bert.ts";
export * from "./checkpoint.ts";
export * from "./cross-encoder.ts";
export * from "./encoder.ts";
export * from "./pretrained.ts";
