/**
 * Merges each shard of a loaded index into one segment.
 *
 * A shard retains the fields that `_source` excludes until no replica can need them, and a merge
 * drops only what has been released by then. A merge right after loading would keep all of it for
 * good, up to twice the bytes of the index, because a single segment is not merged again. So the
 * writes are flushed first, and the merge waits for the release, which the cluster advances every
 * 30 seconds.
 */

import { readClock } from "../../src/common/monotonic-clock.ts";
import type { Cluster } from "./cluster.ts";

/** The poll interval, in ms. */
const POLL_INTERVAL = 500;

/** Merges to one segment per shard. Waits at most `patience` ms for the release. */
export async function mergeSegments(
  cluster: Cluster,
  index: string,
  patience: number,
): Promise<void> {
  const end = readClock() + patience;
  await cluster.request({ method: "POST", path: `/${index}/_flush` });
  while (readClock() < end && !(await isReleased(cluster, index))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  const query = { max_num_segments: 1 };
  await cluster.request({ method: "POST", path: `/${index}/_forcemerge`, query });
}

interface ShardStats {
  readonly seq_no: { readonly max_seq_no: number };
  readonly retention_leases: { readonly leases: readonly { readonly retaining_seq_no: number }[] };
}

/** True if no copy of a shard retains an operation. */
async function isReleased(cluster: Cluster, index: string): Promise<boolean> {
  const { indices } = await cluster.request<{
    indices: Record<string, { shards: Record<string, readonly ShardStats[]> }>;
  }>({ method: "GET", path: `/${index}/_stats`, query: { level: "shards" } });
  const copies = Object.values(indices[index]?.shards ?? {}).flat();
  return copies.every(({ seq_no, retention_leases }) =>
    retention_leases.leases.every((lease) => lease.retaining_seq_no > seq_no.max_seq_no),
  );
}
