/** Meaning beside words: vectors of documents and queries, and rankings that count both. */

export { DenseReranker } from "./dense-reranker.ts";
export { addDocumentVectors } from "./document-vectors.ts";
export { parseHybridRanker } from "./hybrid-ranker.ts";
export { openHybridSearch } from "./hybrid-search.ts";
export { resolveQueryVector } from "./query-vector.ts";
export { findSimilarDocuments } from "./similar-documents.ts";
export { splitPassages } from "./split-passages.ts";
export {
  type EncoderSource,
  LazyEncoder,
  type OpenEncoderOptions,
  openEncoder,
  resolveVectorOptions,
  type VectorEncoder,
} from "./vector-encoder.ts";
