/** Aliases: the index behind a name, switched atomically. */

import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import type { Cluster } from "./cluster.ts";
import { readRecord } from "./published-record.ts";

/** The index behind an alias; undefined without one. */
export async function readCurrentIndex(
  cluster: Cluster,
  alias: string,
): Promise<string | undefined> {
  try {
    const path = `/_alias/${alias}`;
    const response = await cluster.request<Record<string, unknown>>({ method: "GET", path });
    const [index, ...others] = Object.keys(response);
    if (others.length === 0) return index;
    throw badArgument(`the alias ${alias} names ${others.length + 1} indexes, not one`);
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** Points the alias to another index. Searches see one or the other, never none. */
export async function switchAlias(
  cluster: Cluster,
  alias: string,
  from: string | undefined,
  to: string,
): Promise<void> {
  const actions = [
    ...(from === undefined ? [] : [{ remove: { index: from, alias } }]),
    { add: { index: to, alias } },
  ];
  await cluster.request({ method: "POST", path: "/_aliases", body: { actions } });
}

/** Points the alias back to its previous index and returns its name. */
export async function rollBack(cluster: Cluster, alias: string): Promise<string> {
  const { index, record } = await readRecord(cluster, alias);
  const { previous } = record;
  if (previous === undefined) {
    throw new TermwiseError(
      "NOT_FOUND",
      `${index} is the first index of ${alias}: there is no earlier one`,
    );
  }
  await readRecord(cluster, previous); // it must still exist
  await switchAlias(cluster, alias, index, previous);
  return previous;
}

/** Deletes earlier indexes of the alias, except the `keep` last; returns their names. */
export async function deleteOlder(
  cluster: Cluster,
  alias: string,
  keep: number,
): Promise<readonly string[]> {
  const chain: string[] = [];
  let { index, record } = await readRecord(cluster, alias);
  for (const seen = new Set([index]); record.previous !== undefined; seen.add(index)) {
    if (seen.has(record.previous)) break;
    try {
      ({ index, record } = await readRecord(cluster, record.previous));
    } catch (error) {
      if (error instanceof TermwiseError && error.code === "NOT_FOUND") break; // deleted earlier
      throw error;
    }
    chain.push(index);
  }
  const deleted = chain.slice(keep);
  for (const name of deleted) await cluster.request({ method: "DELETE", path: `/${name}` });
  return deleted;
}
