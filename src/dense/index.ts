/** Dense retrieval: encoders, search by vectors, and fusion with lexical rankings. Loaded with the first search or document that needs a vector. */

export { addDocumentVectors } from "./encoder/document-vectors.ts";
export {
  IndexEncoder,
  type IndexEncoderOptions,
  isEncoderMissing,
} from "./encoder/index-encoder.ts";
export { type QueryVectorOptions, resolveQueryVector } from "./encoder/query-vector.ts";
export { splitPassages } from "./encoder/split-passages.ts";
export {
  type EncoderLocation,
  type EncoderSource,
  type OpenEncoderOptions,
  openEncoder,
  resolveVectorOptions,
  type VectorEncoder,
} from "./encoder/vector-encoder.ts";
export { type HybridRanker, parseHybridRanker } from "./fusion/hybrid-ranker.ts";
export { DenseReranker } from "./search/dense-reranker.ts";
export { DenseSearch, type DenseSearchOptions } from "./search/dense-search.ts";
export { type HybridInputs, openHybridSearch } from "./search/hybrid-search.ts";
