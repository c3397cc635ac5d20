/** Dense search: nearest documents by vector, exactly or by HNSW. */

export { DenseSearch, type DenseSearchOptions } from "./dense-search.ts";
export { type HnswRecall, measureHnswRecall, type RecallOptions } from "./hnsw-recall.ts";
export { VectorScan } from "./vector-scan.ts";
