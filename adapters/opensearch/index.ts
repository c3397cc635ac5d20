/** OpenSearch: publishes an index to a cluster, and retrieves from it behind the same interface as a local index. */

export { isOpenSearchAddress, type OpenSearchAddress, parseAddress } from "./address.ts";
export { deleteOlder, readCurrentIndex, rollBack } from "./aliases.ts";
export type { BulkOptions, BulkReport } from "./bulk-loader.ts";
export { Cluster, type ClusterCall, type ClusterOptions } from "./cluster.ts";
export { type ClusterIndexOptions, ClusterSearchIndex } from "./cluster-search-index.ts";
export type { LayoutOptions } from "./index-body.ts";
export { type OpenClusterOptions, openCluster } from "./open-cluster.ts";
export {
  createRecordRanker,
  type PublishOptions,
  type PublishReport,
  publish,
  update,
} from "./publish.ts";
export type { PublishedChanges } from "./published-changes.ts";
export {
  MODES,
  type PublishedRecord,
  type PublishMode,
  readRecord,
  TOKEN_STORAGES,
  type TokenStorage,
} from "./published-record.ts";
export { OpenSearchRetriever, type OpenSearchRetrieverOptions } from "./retriever.ts";
export type { ClusterPage, PageOptions } from "./search-page.ts";
export type { Verification } from "./verify.ts";
