/**
 * The active system ranks searches that name no system. The history is stored, so
 * that each activation can be rolled back to the one before it.
 */

import * as v from "valibot";
import type { ActivationHistory, System, SystemActivation } from "../../../src/client/index.ts";
import { badArgument, TermwiseError } from "../../../src/common/errors.ts";
import { findIndexFolder } from "./index-catalog.ts";
import { renewCopy } from "./pruned-copies.ts";
import { type IndexStateFile, readStateFile, updateStateFile } from "./state-file.ts";
import type { Store } from "./store.ts";
import { pickSystem, resolveRanking } from "./system-options.ts";

/** Before the first activation: the ranker of the index alone. */
const FIRST: SystemActivation = { version: 0, system: {}, at: "" };

interface ActivationFile {
  /** Versions that were live one after the other, the current one last. A rollback takes the last away. */
  readonly live: readonly number[];
  readonly history: readonly SystemActivation[];
}

const version = v.pipe(v.number(), v.integer(), v.minValue(1));
const system = v.looseObject({
  ranker: v.optional(v.string()),
  weights: v.optional(v.string()),
  rerank: v.optional(v.string()),
  depth: v.optional(v.number()),
});
const FILE = {
  name: "published.json",
  schema: v.object({
    live: v.array(version),
    history: v.array(v.object({ version, system, at: v.string() })),
  }),
} as unknown as IndexStateFile<ActivationFile>;

/** The active system of an index, and the history. */
export async function listActivations(
  store: Store,
  { index }: { readonly index: string },
): Promise<ActivationHistory> {
  await findIndexFolder(store.catalog, index);
  const { live, history } = await readActivationFile(store, index);
  return { current: findByVersion(history, live.at(-1)), history };
}

/**
 * Activates a system, after a search with it has succeeded. The pruned copy of learned weights is written again if
 * the index has changed since.
 */
export async function activate(
  store: Store,
  input: { readonly index: string; readonly system: System; readonly at: string },
): Promise<SystemActivation> {
  const { index, at } = input;
  const opened = await store.index(index);
  const { weights } = input.system;
  if (weights !== undefined) await renewCopy(store, index, weights);
  const { ranked, ranking } = await resolveRanking(store, index, opened, input.system);
  await ranked.search("a trial of the system", { ...ranking, limit: 1, total: false });
  return updateStateFile(store.catalog, index, FILE, async () => {
    const { live, history } = await readActivationFile(store, index);
    const next = (history.at(-1)?.version ?? 0) + 1;
    const result = { version: next, system: input.system, at };
    return { content: { live: [...live, next], history: [...history, result] }, result };
  });
}

/** Returns to the system that was active before. `BAD_ARGUMENT` when there is none. */
export async function rollBack(
  store: Store,
  { index }: { readonly index: string },
): Promise<SystemActivation> {
  await findIndexFolder(store.catalog, index);
  return updateStateFile(store.catalog, index, FILE, async () => {
    const { live, history } = await readActivationFile(store, index);
    if (live.length === 0) {
      throw badArgument("no system has been activated, so there is nothing to roll back");
    }
    const content: ActivationFile = { live: live.slice(0, -1), history };
    return { content, result: findByVersion(history, content.live.at(-1)) };
  });
}

/** The system that an index is searched with by default. */
export function readActiveSystem(store: Store, index: string): Promise<SystemActivation> {
  return store.cacheFact(index, async () => {
    const { live, history } = await readActivationFile(store, index);
    return findByVersion(history, live.at(-1));
  });
}

/** The system that a request names, else the active one. */
export async function resolveSystem(
  store: Store,
  index: string,
  requestedSystem: System,
): Promise<System> {
  return pickSystem(requestedSystem) ?? (await readActiveSystem(store, index)).system;
}

/** The same at once; undefined if the active system has not been read yet. */
export function resolveSystemNow(
  store: Store,
  index: string,
  requestedSystem: System,
): System | undefined {
  const active = store.factNow(index) as SystemActivation | undefined;
  return pickSystem(requestedSystem) ?? active?.system;
}

/** The same, or the first with the name of the file where that is damaged. */
export async function describeActiveSystem(
  store: Store,
  index: string,
): Promise<{ readonly active: SystemActivation; readonly damaged?: readonly string[] }> {
  try {
    return { active: await readActiveSystem(store, index) };
  } catch (error) {
    if (!(error instanceof TermwiseError) || error.code !== "CORRUPT_INDEX") throw error;
    return { active: FIRST, damaged: [FILE.name] };
  }
}

async function readActivationFile({ catalog }: Store, index: string): Promise<ActivationFile> {
  return (await readStateFile(catalog, index, FILE)) ?? { live: [], history: [] };
}

function findByVersion(
  history: readonly SystemActivation[],
  version: number | undefined,
): SystemActivation {
  return history.find((each) => each.version === version) ?? FIRST;
}
