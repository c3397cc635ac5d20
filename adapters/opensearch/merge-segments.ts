/**
 * Merges each shard of a loaded index into one segment.
 *
 * A shard keeps what `_source` leaves out until no copy could still ask for it,
 * and a merge drops only what was released by then. What is released moves on
 * every 30 seconds, so a merge right after loading would keep all of it, twice
 * the bytes of the index, for good: one segment is not merged again. So writing
 * is made durable first, and the merge waits for the release, or for some
 * seconds at most where a copy is missing.
 */

import type { Cluster } from "./cluster.ts";

const INTERVAL = "index.soft_deletes.retention_lease.sync_interval";
/** How often the release moves on meanwhile, in ms. */
const TURN = 500;
/** Longest wait for it, in ms. */
const PATIENCE = 20_000;

/** One segment per shard. */
export async function mergeSegments(cluster: Cluster, index: string): Promise<void> {
  const set = (interval: string | null): Promise<unknown> =>
    cluster.request({
      method: "PUT",
      path: `/${index}/_settings`,
      body: { [INTERVAL]: interval },
    });
  await set(`${TURN}ms`);
  try {
    await cluster.request({ method: "POST", path: `/${index}/_flush` });
    const end = Date.now() + PATIENCE;
    while (!(await isReleased(cluster, index)) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, TURN));
    }
  } finally {
    await set(null);
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
