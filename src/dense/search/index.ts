/** Search by meaning: the documents whose vectors are nearest to that of a query. */

export { DenseSearch, type DenseSearchOptions } from "./dense-search.ts";
export { type HnswRecall, measureHnswRecall, type RecallOptions } from "./hnsw-recall.ts";
export { VectorScan } from "./vector-scan.ts";
