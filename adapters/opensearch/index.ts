/** OpenSearch: publishes an index to a cluster, and retrieves from it behind the same interface as a local index. */

export { isOpenSearchAddress, type OpenSearchAddress, parseAddress } from "./address.ts";
export { currentIndex, deleteOlder, rollBack } from "./aliases.ts";
export type { BulkOptions, BulkReport } from "./bulk-loader.ts";
export { Cluster, type ClusterCall, type ClusterOptions } from "./cluster.ts";
export type { LayoutOptions } from "./index-body.ts";
export {
  type PublishOptions,
  type PublishReport,
  publish,
  rankerOfRecord,
  update,
} from "./publish.ts";
export {
  MODES,
  type PublishedRecord,
  type PublishMode,
  readRecord,
  TOKEN_PLACES,
  type TokenPlace,
} from "./published-record.ts";
export { OpenSearchRetriever, type OpenSearchRetrieverOptions } from "./retriever.ts";
export type { Verification } from "./verify.ts";
