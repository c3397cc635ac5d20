/** Removes an index and the server's state of it, and nothing else: each file is accepted by its name. */

import { readdir, rmdir, stat } from "node:fs/promises";
import { basename } from "node:path";
import { badArgument, quote } from "../../../src/common/errors.ts";
import { listOwnFiles, NodeDirectory, removeOwnFiles, removeOwnFolder } from "../../../src/node.ts";
import {
  BEHAVIOR_FOLDER,
  findIndexFolder,
  type IndexCatalog,
  resolveStateFolder,
} from "./index-catalog.ts";

/** The files of the writer's lock and of attempts to take it: see node-lock.ts. */
const LOCK_FILE = /^\.writer(-after-[0-9a-f]{16})*(\.lock|\.claim-\d+-[0-9a-f]+)$/;

/** The files of an index, if its folder holds nothing else. `BAD_ARGUMENT` otherwise. */
export async function checkRemoval(
  catalog: IndexCatalog,
  name: string,
): Promise<{ readonly folder: string; readonly own: readonly string[] }> {
  const folder = await findIndexFolder(catalog, name);
  if (catalog.only?.others !== undefined) {
    throw badArgument(
      `${quote(name)} is several indexes that are searched as one; remove their folders instead`,
    );
  }
  const own = await listOwnFiles(await NodeDirectory.openExisting(folder));
  const foreign = await findForeignEntry(folder, own);
  if (foreign === undefined) return { folder, own };
  throw badArgument(
    `the folder of the index ${quote(name)} also holds ${quote(foreign)}, which is not part of the index; move it away first`,
  );
}

/** `BAD_ARGUMENT` where the folder of a new index holds anything that an index does not own. */
export async function checkFolderFree(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined)) === undefined) return;
  const own = await listOwnFiles(await NodeDirectory.openExisting(folder));
  const foreign = await findForeignEntry(folder, own);
  if (foreign === undefined) return;
  throw badArgument(
    `the folder ${quote(basename(folder))} holds ${quote(foreign)}, which is not part of an index; choose another name`,
  );
}

/**
 * Removes an index and the server's state of it. The state goes first: after a
 * crash in between, no other index of this name can inherit it. `LOCKED` while
 * another program writes to the index.
 */
export async function removeIndex(catalog: IndexCatalog, name: string): Promise<void> {
  const directory = await NodeDirectory.openExisting(await findIndexFolder(catalog, name));
  const unlock = await directory.lock("writer");
  let folder: string;
  try {
    const removal = await checkRemoval(catalog, name);
    ({ folder } = removal);
    await removeOwnFolder(resolveStateFolder(catalog, name), isStateFile);
    await removeOwnFiles(directory, removal.own);
  } finally {
    await unlock();
  }
  await rmdir(folder).catch(() => {}); // a program may have put something there meanwhile
}

const MODEL_FILES =
  "(?:model|tokenizer)\\.json|weights\\.safetensors|vocabulary\\.txt|checkpoints/checkpoint[\\w.-]*";
const STATE_FILES = new RegExp(
  `^(?:(?:judgements|published|identity|snapshots)\\.json|snapshot-[a-z0-9_-]+\\.json|weights-[a-z0-9_-]+\\.(?:json|tsv)|pruned-[a-z0-9_-]+(?:\\.json|/[\\w.-]+)|models/[a-z0-9_-]+/(?:${MODEL_FILES})|${BEHAVIOR_FOLDER}/(?:queries|events)-[\\w-]+\\.jsonl)(?:\\.new)?$`,
);
const STATE_LOCK = /^\.state(?:-after-[0-9a-f]{16})*(?:\.lock|\.claim-\d+-[0-9a-f]+)$/;

/** Whether a file of the state folder, or of the model folders in it, was made by the server. */
export function isStateFile(path: string): boolean {
  return STATE_FILES.test(path) || STATE_LOCK.test(path);
}

/** The first entry of a folder that is neither among the files of its index nor a lock. */
async function findForeignEntry(
  folder: string,
  own: readonly string[],
): Promise<string | undefined> {
  const ownNames = new Set(own);
  const names = await readdir(folder);
  return names.sort().find((each) => !ownNames.has(each) && !LOCK_FILE.test(each));
}
