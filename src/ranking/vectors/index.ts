/** Search by meaning: the documents whose vectors are nearest to that of a query. */

export { DenseSearch, type NearOptions } from "./dense-search.ts";
export { type GraphRecall, graphRecall, type RecallOptions } from "./graph-recall.ts";
export { VectorScan } from "./vector-scan.ts";
