/**
 * Resolves names to folders: of a folder of indexes, or of one index. The state of
 * the server for an index is in `.server/<name>` of the same folder. Names are
 * checked here, and a folder that a link leads out of the root is rejected.
 */

import { readdir, realpath, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ClusterOptions } from "../../../adapters/opensearch/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { EncoderLocation } from "../../../src/index.ts";
import {
  COMMIT_FILE,
  listOwnFiles,
  NodeDirectory,
  removeOwnFiles,
  removeOwnFolder,
} from "../../../src/node.ts";

/** Valid names of indexes, models and weights. */
export const NAME: RegExp = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const STATE = ".server";

/** The folder of recorded searches and events, in that of the server's state of an index. */
export const BEHAVIOR_FOLDER = "behavior";

/** The files of the writer's lock and of attempts to take it: see node-lock.ts. */
const LOCK_FILE = /^\.writer(-after-[0-9a-f]{16})*(\.lock|\.claim-\d+-[0-9a-f]+)$/;

/** The folders of a server. Plain data, so that every thread gets the same. */
export interface IndexCatalog {
  readonly root: string;
  /** Where the server was given one index: its name and folder, and those of indexes that are searched as one with it. */
  readonly only?: {
    readonly name: string;
    readonly folder: string;
    readonly others?: readonly string[];
  };
  /** The encoder of indexes with vectors: a name, a folder or an installed package. Without one there is no semantic search. */
  readonly encoder?: EncoderLocation | string;
  /** The folder of backups, one folder for each index. Without one there are none. */
  readonly backups?: string;
  /** Where the index is not here but on a cluster. */
  readonly cluster?: ClusterTarget;
}

/** A published index, as the server offers it. */
export interface ClusterTarget {
  readonly name: string;
  readonly alias: string;
  /** Action if a part of the documents cannot be searched. */
  readonly partial: "refuse" | "mark";
  readonly options: ClusterOptions;
}

/** The name under which an alias is offered. */
export function toIndexName(alias: string): string {
  return alias.replaceAll(/[^a-z0-9_-]+/g, "-").slice(0, 64);
}

/**
 * The places of a path, which is an index or a folder of indexes; or of several
 * indexes that are searched as one, under `name`.
 */
export async function openCatalog(
  paths: string | readonly string[],
  name?: string,
): Promise<IndexCatalog> {
  const [root = "", ...others] = [paths].flat().map((path) => resolve(path));
  const hasIndex = (folder: string): Promise<boolean> => fileExists(join(folder, COMMIT_FILE));
  if (others.length === 0 && !(await hasIndex(root))) {
    if (name === undefined) return { root };
    throw badArgument(`${quote(name)} names an index, but ${quote(root)} is not one`);
  }
  for (const folder of [root, ...others]) {
    if (await hasIndex(folder)) continue;
    throw new TermwiseError("NOT_FOUND", `there is no index in the folder ${quote(folder)}`);
  }
  const only = {
    name: name === undefined ? nameFolders([root, ...others]) : checkName(name),
    folder: root,
    ...(others.length === 0 ? {} : { others }),
  };
  return { root: dirname(root), only };
}

/** A name made of those of folders. */
function nameFolders(folders: readonly string[]): string {
  const name = folders
    .map((folder) => basename(folder))
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replace(/^[_-]+/, "")
    .slice(0, 64);
  return name === "" ? "index" : name;
}

/** `BAD_ARGUMENT` for anything that is not a name. */
export function checkName(name: string, subject = "an index"): string {
  if (NAME.test(name)) return name;
  throw badArgument(
    `the name of ${subject} is 1 to 64 of a-z, 0-9, "_" and "-" and begins with a letter or digit, got ${quote(name)}`,
  );
}

/** The folder of an index that there is. `NOT_FOUND` otherwise. */
export async function findIndexFolder(catalog: IndexCatalog, name: string): Promise<string> {
  const folder = resolveIndexFolder(catalog, name);
  if (!(await fileExists(join(folder, COMMIT_FILE))) || !(await isInside(catalog, folder))) {
    throw new TermwiseError("NOT_FOUND", `there is no index ${quote(name)}`);
  }
  return folder;
}

/** The folders of an index that there is: several where they are searched as one. */
export async function findIndexFolders(
  catalog: IndexCatalog,
  name: string,
): Promise<readonly string[]> {
  return [await findIndexFolder(catalog, name), ...(catalog.only?.others ?? [])];
}

/** `NOT_FOUND` where there is no such index, here or on the cluster. */
export async function checkIndex(catalog: IndexCatalog, name: string): Promise<void> {
  if (catalog.cluster?.name !== checkName(name)) await findIndexFolder(catalog, name);
}

/** The folder that an index would have. */
export function resolveIndexFolder({ root, only }: IndexCatalog, name: string): string {
  checkName(name);
  if (only === undefined) return join(root, name);
  if (name === only.name) return only.folder;
  throw new TermwiseError(
    "NOT_FOUND",
    `there is no index ${quote(name)}; the server has one index`,
  );
}

/** The folder of the server's state of an index. */
export function resolveStateFolder({ root }: IndexCatalog, name: string): string {
  return join(root, STATE, checkName(name));
}

/** The names of all indexes, in order. */
export async function listIndexNames(catalog: IndexCatalog): Promise<readonly string[]> {
  if (catalog.only !== undefined) return [catalog.only.name];
  return findFoldersWith(catalog.root, COMMIT_FILE);
}

/** Folders of the given one, with good names, that hold a file. */
export async function findFoldersWith(folder: string, file: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders: string[] = [];
  for (const entry of entries) {
    const isGood = entry.isDirectory() && NAME.test(entry.name);
    if (isGood && (await fileExists(join(folder, entry.name, file)))) folders.push(entry.name);
  }
  return folders.sort();
}

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

/** Whether there is a file. */
export async function fileExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function isInside({ root }: IndexCatalog, folder: string): Promise<boolean> {
  const [outer, inner] = await Promise.all([realpath(root), realpath(folder)]);
  return inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
