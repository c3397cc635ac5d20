/**
 * The cluster started by scripts/test-cluster.mjs, and the collections that tests publish to it.
 */

import { afterAll } from "vitest";
import { Cluster, type ClusterOptions } from "../../adapters/opensearch/index.ts";
import { openDataset, readSplit, type Split } from "../../src/collection/index.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";

/** The urls of the nodes, in the order of their names. */
export const nodes: readonly string[] = (process.env.TERMWISE_CLUSTER ?? "").split(",");
/** The folder of the cluster, for starting and killing nodes. */
export const folder: string = process.env.TERMWISE_CLUSTER_FOLDER ?? "";

if (folder === "") throw new Error("there is no cluster; npm run test:cluster starts one");

/** A connection that is closed after the tests of the file. */
export async function connect(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const cluster = await Cluster.connect({ nodes, ...options });
  afterAll(() => cluster.close());
  return cluster;
}

/**
 * Indexes that are created from now on copy the replicas of a lost node to another one at once; by
 * default a cluster waits a minute for the node.
 */
export async function recoverAtOnce(cluster: Cluster): Promise<void> {
  const settings = { "index.unassigned.node_left.delayed_timeout": "0" };
  const body = { index_patterns: ["*"], template: { settings } };
  await cluster.request({ method: "PUT", path: "/_index_template/recovery", body });
}

/** True if a collection is on this machine; WordNet always is, as a package. */
export function hasCollection(name: string): boolean {
  return name === "wordnet" || process.env.TERMWISE_COLLECTIONS !== undefined;
}

/** An index of a collection in memory, and one of its splits. */
export async function openCollection(
  name: string,
  split: string | undefined,
): Promise<{ reader: IndexReader; split: Split }> {
  const collections = process.env.TERMWISE_COLLECTIONS;
  const collection = await openDataset(new NodeFiles(), name, {
    collections,
    findPackage: async (packageName) =>
      new URL(`../../node_modules/${packageName}`, import.meta.url).pathname,
  });
  const reader = await indexInMemory(collection.documents());
  return { reader, split: await readSplit(collection, split) };
}
