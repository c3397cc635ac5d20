/**
 * What is published: the system that answers a search which names none. Every
 * publication is kept, so that each can be rolled back to the one before it.
 */

import type { Publication, Publications, System } from "../../../src/client/index.ts";
import { badArgument } from "../../../src/common/errors.ts";
import { keep, readKept } from "./kept-file.ts";
import { indexFolder } from "./places.ts";
import type { Store } from "./store.ts";
import { optionsOf } from "./system.ts";

const FILE = "published.json";

/** Before anything is published: the ranker of the index alone. */
const FIRST: Publication = { version: 0, system: {}, at: "" };

interface Kept {
  /** Versions that were live one after the other, the current one last. A rollback takes the last away. */
  readonly live: readonly number[];
  readonly history: readonly Publication[];
}

/** What is published for an index, and what was. */
export async function publications(
  store: Store,
  { index }: { readonly index: string },
): Promise<Publications> {
  await indexFolder(store.places, index);
  const { live, history } = await read(store, index);
  return { current: byVersion(history, live.at(-1)), history };
}

/** Publishes a system, after a search with it has worked. */
export async function publish(
  store: Store,
  { index, system, at }: { readonly index: string; readonly system: System; readonly at: string },
): Promise<Publication> {
  const opened = await store.index(index);
  const options = await optionsOf(store, index, system);
  await opened.search("a trial of the system", { ...options, limit: 1, total: false });
  const { live, history } = await read(store, index);
  const version = (history.at(-1)?.version ?? 0) + 1;
  const publication = { version, system, at };
  const kept: Kept = { live: [...live, version], history: [...history, publication] };
  await keep(store.places, index, FILE, kept);
  return publication;
}

/** Goes back to what was published before. `BAD_ARGUMENT` when nothing is. */
export async function rollBack(
  store: Store,
  { index }: { readonly index: string },
): Promise<Publication> {
  await indexFolder(store.places, index);
  const { live, history } = await read(store, index);
  if (live.length === 0) {
    throw badArgument("nothing is published, so there is nothing to roll back");
  }
  const kept: Kept = { live: live.slice(0, -1), history };
  await keep(store.places, index, FILE, kept);
  return byVersion(history, kept.live.at(-1));
}

/** The system that an index is searched with by default. */
export function publishedSystem(store: Store, index: string): Promise<Publication> {
  return store.fact(index, async () => {
    const { live, history } = await read(store, index);
    return byVersion(history, live.at(-1));
  });
}

async function read({ places }: Store, index: string): Promise<Kept> {
  return (await readKept<Kept>(places, index, FILE)) ?? { live: [], history: [] };
}

function byVersion(history: readonly Publication[], version: number | undefined): Publication {
  return history.find((each) => each.version === version) ?? FIRST;
}
