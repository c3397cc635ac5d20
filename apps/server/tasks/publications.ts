/**
 * What is published: the system that answers a search which names none. Every
 * publication is kept, so that each can be rolled back to the one before it.
 */

import type { Publication, PublicationHistory, System } from "../../../src/client/index.ts";
import { badArgument } from "../../../src/common/errors.ts";
import { findIndexFolder } from "./index-catalog.ts";
import { readStateFile, writeStateFile } from "./state-file.ts";
import type { Store } from "./store.ts";
import { resolveOptions } from "./system-options.ts";

const FILE = "published.json";

/** Before anything is published: the ranker of the index alone. */
const FIRST: Publication = { version: 0, system: {}, at: "" };

interface PublicationFile {
  /** Versions that were live one after the other, the current one last. A rollback takes the last away. */
  readonly live: readonly number[];
  readonly history: readonly Publication[];
}

/** What is published for an index, and what was. */
export async function listPublications(
  store: Store,
  { index }: { readonly index: string },
): Promise<PublicationHistory> {
  await findIndexFolder(store.catalog, index);
  const { live, history } = await readPublicationFile(store, index);
  return { current: findByVersion(history, live.at(-1)), history };
}

/** Publishes a system, after a search with it has worked. */
export async function publish(
  store: Store,
  { index, system, at }: { readonly index: string; readonly system: System; readonly at: string },
): Promise<Publication> {
  const opened = await store.index(index);
  const options = await resolveOptions(store, index, system);
  await opened.search("a trial of the system", { ...options, limit: 1, total: false });
  const { live, history } = await readPublicationFile(store, index);
  const version = (history.at(-1)?.version ?? 0) + 1;
  const publication = { version, system, at };
  const content: PublicationFile = { live: [...live, version], history: [...history, publication] };
  await writeStateFile(store.catalog, index, FILE, content);
  return publication;
}

/** Goes back to what was published before. `BAD_ARGUMENT` when nothing is. */
export async function rollBack(
  store: Store,
  { index }: { readonly index: string },
): Promise<Publication> {
  await findIndexFolder(store.catalog, index);
  const { live, history } = await readPublicationFile(store, index);
  if (live.length === 0) {
    throw badArgument("nothing is published, so there is nothing to roll back");
  }
  const content: PublicationFile = { live: live.slice(0, -1), history };
  await writeStateFile(store.catalog, index, FILE, content);
  return findByVersion(history, content.live.at(-1));
}

/** The system that an index is searched with by default. */
export function readPublishedSystem(store: Store, index: string): Promise<Publication> {
  return store.cacheFact(index, async () => {
    const { live, history } = await readPublicationFile(store, index);
    return findByVersion(history, live.at(-1));
  });
}

async function readPublicationFile({ catalog }: Store, index: string): Promise<PublicationFile> {
  return (await readStateFile<PublicationFile>(catalog, index, FILE)) ?? { live: [], history: [] };
}

function findByVersion(history: readonly Publication[], version: number | undefined): Publication {
  return history.find((each) => each.version === version) ?? FIRST;
}
