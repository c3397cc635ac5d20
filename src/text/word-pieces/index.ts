/** The WordPiece tokenizer of BERT and its file. */

export * from "./pre-tokenise.ts";
export * from "./tokenizer-file.ts";
export * from "./word-pieces.ts";
