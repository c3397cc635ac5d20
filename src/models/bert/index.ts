/** BERT: its network, its word pieces, its files. */

export * from "./bert.ts";
export * from "./checkpoint.ts";
export * from "./cross-encoder.ts";
export * from "./encoder.ts";
export * from "./pre-tokenise.ts";
export * from "./pretrained.ts";
export * from "./tokenizer-file.ts";
export * from "./word-pieces.ts";
