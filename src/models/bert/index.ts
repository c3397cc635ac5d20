/** BERT: its network, its word pieces, its files. */

export * from "./bert.ts";
export * from "./encoder.ts";
