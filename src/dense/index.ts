/** Meaning beside words: vectors of documents and queries, and rankings that count both. */

export {
  type EncoderSource,
  LazyEncoder,
  type OpenEncoderOptions,
  openEncoder,
  resolveVectorOptions,
  type VectorEncoder,
} from "./encoder/vector-encoder.ts";
export { parseHybridRanker } from "./fusion/hybrid-ranker.ts";
export { DenseReranker } from "./search/dense-reranker.ts";
export { addDocumentVectors } from "./search/document-vectors.ts";
export { openHybridSearch } from "./search/hybrid-search.ts";
export { resolveQueryVector } from "./search/query-vector.ts";
export { findSimilarDocuments } from "./search/similar-documents.ts";
export { splitPassages } from "./search/split-passages.ts";
