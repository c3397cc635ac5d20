/** Meaning beside words: vectors of documents and queries, and rankings that count both. */

export { DenseReranker } from "./dense-reranker.ts";
export { documentVectors } from "./document-vectors.ts";
export { parseMeaningRanker } from "./meaning-ranker.ts";
export { meaningSearch } from "./meaning-search.ts";
export { passagesOf } from "./passages.ts";
export { queryVector } from "./query-vector.ts";
export { similarDocuments } from "./similar-documents.ts";
export {
  chosenVectors,
  EncoderHolder,
  type EncoderSource,
  type OpenEncoderOptions,
  openEncoder,
  type VectorEncoder,
} from "./vector-encoder.ts";
