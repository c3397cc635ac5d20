/**
 * Pruned copies of indexes, for learned weights: the index that `termwise discriminate --out` writes, in the
 * server's state of the index. The index itself stays whole and takes all changes. Searches by the weights read the
 * copy while it has the documents and settings of the index, otherwise the index.
 */

import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { NodeDirectory, removeOwnFolder } from "../../../src/node.ts";
import { type IndexSnapshot, type PruningRule, writePrunedIndex } from "../../../src/retrieval.ts";
import { type IndexCatalog, resolveStateFolder } from "./index-catalog.ts";
import { isStateFile } from "./remove-index.ts";
import { type IndexStateFile, readStateFile, writeStateFile } from "./state-file.ts";
import type { Store } from "./store.ts";

/** The commit of an index that a copy has the documents and settings of. */
export interface CopiedCommit {
  readonly indexId: string;
  readonly generation: number;
}

/** How the index is pruned by some weights; and its copy, once it was written. */
interface PrunedCopyFile {
  readonly rule: PruningRule;
  readonly copy?: CopiedCommit & { readonly folder: string };
}

const generation = v.pipe(v.number(), v.integer());

/** The state file of the copy for some weights. Their id is a good name. */
export function toCopyFile(id: string): IndexStateFile<PrunedCopyFile> {
  return {
    name: `pruned-${id}.json`,
    schema: v.object({
      rule: v.looseObject({ model: v.string(), threshold: v.number() }),
      copy: v.optional(v.object({ indexId: v.string(), generation, folder: v.string() })),
    }) as unknown as v.GenericSchema<PrunedCopyFile>,
  };
}

/** The folder of the copy for some weights, if it is one of a commit. */
export async function findCopyFolder(
  catalog: IndexCatalog,
  index: string,
  id: string,
  commit: CopiedCommit,
): Promise<string | undefined> {
  const { copy } = (await readStateFile(catalog, index, toCopyFile(id))) ?? {};
  if (copy?.indexId !== commit.indexId || copy.generation !== commit.generation) return undefined;
  return join(resolveStateFolder(catalog, index), copy.folder);
}

/** Keeps how an index is pruned by some weights. The copy is written by `renewCopy`. */
export function savePruningRule(
  catalog: IndexCatalog,
  index: string,
  id: string,
  rule: PruningRule,
): Promise<void> {
  return writeStateFile(catalog, index, toCopyFile(id).name, { rule });
}

/** Writes the copy for some weights, unless it has the documents of the index, or the weights do not prune. */
export async function renewCopy(store: Store, index: string, id: string): Promise<void> {
  const { catalog } = store;
  const { rule } = (await readStateFile(catalog, index, toCopyFile(id))) ?? {};
  if (rule === undefined) return;
  const opened = await store.index(index);
  const { weights, ranker } = await store.weights(index, id);
  await opened.withReader(async ({ snapshot }) => {
    const commit = toCopiedCommit(snapshot);
    if ((await findCopyFolder(catalog, index, id, commit)) !== undefined) return;
    const state = resolveStateFolder(catalog, index);
    const folder = `pruned-${id}-${randomBytes(4).toString("hex")}`;
    const target = join(state, folder);
    try {
      await writePrunedIndex(snapshot, await NodeDirectory.open(target), weights, {
        rule,
        ...(ranker === undefined ? {} : { ranker }),
      });
    } catch (error) {
      await removeCopy(target);
      throw error;
    }
    const { name } = toCopyFile(id);
    await writeStateFile(catalog, index, name, { rule, copy: { ...commit, folder } });
    await removeOtherCopies(state, id, folder);
  });
}

/** The commit that a snapshot reads. */
export function toCopiedCommit({ indexId, generation }: IndexSnapshot): CopiedCommit {
  return { indexId, generation };
}

/** Removes copies that were replaced, or that a process left unfinished. Threads that read one keep its files open. */
async function removeOtherCopies(state: string, id: string, current: string): Promise<void> {
  for (const entry of await readdir(state, { withFileTypes: true })) {
    const [, owner] = /^pruned-(.*)-[0-9a-f]{8}$/.exec(entry.name) ?? [];
    if (!entry.isDirectory() || owner !== id || entry.name === current) continue;
    await removeCopy(join(state, entry.name)).catch(() => {}); // where open files cannot be removed
  }
}

function removeCopy(folder: string): Promise<void> {
  return removeOwnFolder(folder, (file) => isStateFile(`pruned-any/${file}`));
}
