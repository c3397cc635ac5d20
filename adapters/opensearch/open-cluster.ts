/** Opens a published index by its address, with the interface of a local index. */

import type { DocumentType, SearchDocument } from "../../src/api/document-type.ts";
import { parseAddress } from "./address.ts";
import { Cluster, type ClusterOptions } from "./cluster.ts";
import { type ClusterIndexOptions, ClusterSearchIndex } from "./cluster-search-index.ts";

/** How a cluster is reached, besides its address, and searched. */
export interface OpenClusterOptions extends ClusterIndexOptions, Omit<ClusterOptions, "nodes"> {}

/**
 * Opens the index behind `opensearch:<url>/<alias>`. Its `search`, `suggest`, `explain`,
 * `facetSearch`, `get`, `count`, `settings` and `run` are those of a local index. `NOT_FOUND` if
 * there is no such index.
 */
export async function openCluster<Doc extends DocumentType = SearchDocument>(
  address: string,
  { candidates, partial, encoder, ...options }: OpenClusterOptions = {},
): Promise<ClusterSearchIndex<Doc>> {
  const { alias, ...location } = parseAddress(address);
  const cluster = await Cluster.connect({ ...location, ...options });
  try {
    const { patience } = options;
    const searching = { candidates, partial, patience, encoder };
    return await ClusterSearchIndex.open<Doc>(cluster, alias, searching);
  } catch (error) {
    await cluster.close();
    throw error;
  }
}
