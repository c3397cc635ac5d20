/**
 * Merges each shard of a loaded index into one segment.
 *
 * A shard keeps what `_source` leaves out until no copy could still ask for it,
 * and a merge drops only what was released by then. A merge right after loading
 * would keep all of it, up to twice the bytes of the index, for good: one segment
 * is not merged again. So what was written is made durable first, and the merge
 * waits for the release, which the cluster moves on every 30 seconds.
 */

import type { Cluster } from "./cluster.ts";

/** Between two looks at what is released, in ms. */
const POLL_INTERVAL = 500;

/** One segment per shard. Waits at most `patience` ms for what it may drop. */
export async function mergeSegments(
  cluster: Cluster,
  index: string,
  patience: number,
): Promise<void> {
  const end = Date.now() + patience;
  await cluster.request({ method: "POST", path: `/${index}/_flush` });
  while (Date.now() < end && !(await isReleased(cluster, index))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  const query = { max_num_segments: 1 };
  await cluster.request({ method: "POST", path: `/${index}/_forcemerge`, query });
}

interface ShardStats {
  readonly seq_no: { readonly max_seq_no: number };
  readonly retention_leases: { readonly leases: readonly { readonly retaining_seq_no: number }[] };
}

/** Whether no copy of a shard holds on to an operation. */
async function isReleased(cluster: Cluster, index: string): Promise<boolean> {
  const { indices } = await cluster.request<{
    indices: Record<string, { shards: Record<string, readonly ShardStats[]> }>;
  }>({ method: "GET", path: `/${index}/_stats`, query: { level: "shards" } });
  const copies = Object.values(indices[index]?.shards ?? {}).flat();
  return copies.every(({ seq_no, retention_leases }) =>
    retention_leases.leases.every((lease) => lease.retaining_seq_no > seq_no.max_seq_no),
  );
}
