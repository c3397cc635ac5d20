/**
 * The active system: the one that answers a search which names none. The history is
 * stored, so that each activation can be rolled back to the one before it.
 */

import type { ActivationHistory, System, SystemActivation } from "../../../src/client/index.ts";
import { badArgument } from "../../../src/common/errors.ts";
import { findIndexFolder } from "./index-catalog.ts";
import { readStateFile, writeStateFile } from "./state-file.ts";
import type { Store } from "./store.ts";
import { resolveOptions } from "./system-options.ts";

const FILE = "published.json";

/** Before the first activation: the ranker of the index alone. */
const FIRST: SystemActivation = { version: 0, system: {}, at: "" };

interface ActivationFile {
  /** Versions that were live one after the other, the current one last. A rollback takes the last away. */
  readonly live: readonly number[];
  readonly history: readonly SystemActivation[];
}

/** The active system of an index, and the history. */
export async function listActivations(
  store: Store,
  { index }: { readonly index: string },
): Promise<ActivationHistory> {
  await findIndexFolder(store.catalog, index);
  const { live, history } = await readActivationFile(store, index);
  return { current: findByVersion(history, live.at(-1)), history };
}

/** Activates a system, after a search with it has succeeded. */
export async function activate(
  store: Store,
  { index, system, at }: { readonly index: string; readonly system: System; readonly at: string },
): Promise<SystemActivation> {
  const opened = await store.index(index);
  const options = await resolveOptions(store, index, system);
  await opened.search("a trial of the system", { ...options, limit: 1, total: false });
  const { live, history } = await readActivationFile(store, index);
  const version = (history.at(-1)?.version ?? 0) + 1;
  const activation = { version, system, at };
  const content: ActivationFile = { live: [...live, version], history: [...history, activation] };
  await writeStateFile(store.catalog, index, FILE, content);
  return activation;
}

/** Returns to the system that was active before. `BAD_ARGUMENT` when there is none. */
export async function rollBack(
  store: Store,
  { index }: { readonly index: string },
): Promise<SystemActivation> {
  await findIndexFolder(store.catalog, index);
  const { live, history } = await readActivationFile(store, index);
  if (live.length === 0) {
    throw badArgument("no system has been activated, so there is nothing to roll back");
  }
  const content: ActivationFile = { live: live.slice(0, -1), history };
  await writeStateFile(store.catalog, index, FILE, content);
  return findByVersion(history, content.live.at(-1));
}

/** The system that an index is searched with by default. */
export function readActiveSystem(store: Store, index: string): Promise<SystemActivation> {
  return store.cacheFact(index, async () => {
    const { live, history } = await readActivationFile(store, index);
    return findByVersion(history, live.at(-1));
  });
}

async function readActivationFile({ catalog }: Store, index: string): Promise<ActivationFile> {
  return (await readStateFile<ActivationFile>(catalog, index, FILE)) ?? { live: [], history: [] };
}

function findByVersion(
  history: readonly SystemActivation[],
  version: number | undefined,
): SystemActivation {
  return history.find((each) => each.version === version) ?? FIRST;
}
