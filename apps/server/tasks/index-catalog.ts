/**
 * Resolves names to folders: of a folder of indexes, or of one index. The state of
 * the server for an index is in `.server/<name>` of the same folder. Names are
 * checked here, and a folder that a link leads out of the root is rejected.
 */

import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ClusterOptions } from "../../../adapters/opensearch/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { EncoderLocation } from "../../../src/index.ts";

/** Valid names of indexes, models and weights. */
export const NAME: RegExp = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The file that makes a folder an index. A test compares it with that of the library, most of which would be loaded with it. */
export const COMMIT_FILE = "commit";

/** The file that identifies a folder with a trained model. */
export const MODEL_FILE = "model.json";
/** The file that identifies a folder with a published cross-encoder. */
export const CHECKPOINT_FILE = "model.safetensors";

const STATE = ".server";

/** The folder of recorded searches and events, in that of the server's state of an index. */
export const BEHAVIOR_FOLDER = "behavior";

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

/** The folder of the trained models of an index. */
export function resolveModelsFolder(catalog: IndexCatalog, name: string): string {
  return join(resolveStateFolder(catalog, name), "models");
}

/** Whether there is a model: one of an index, or one beside the indexes. */
export async function hasModels(catalog: IndexCatalog): Promise<boolean> {
  const names = [...(await listIndexNames(catalog)), catalog.cluster?.name ?? []].flat();
  for (const folder of [catalog.root, ...names.map((name) => resolveModelsFolder(catalog, name))]) {
    for (const file of [MODEL_FILE, CHECKPOINT_FILE]) {
      if ((await findFoldersWith(folder, file)).length > 0) return true;
    }
  }
  return false;
}

/** Whether there is a file. */
export async function fileExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function isInside({ root }: IndexCatalog, folder: string): Promise<boolean> {
  const [outer, inner] = await Promise.all([realpath(root), realpath(folder)]);
  return inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
