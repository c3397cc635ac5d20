/**
 * Where things are: a folder of indexes, or one index. What the server keeps
 * beside an index is in `.server/<name>` of the same folder. Names are checked
 * here, and a folder that leads out of the root by a link is refused.
 */

import { readdir, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ClusterOptions } from "../../../adapters/opensearch/index.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import { COMMIT_FILE } from "../../../src/index/commits/index.ts";

/** What indexes, models and weights may be called. */
export const NAME: RegExp = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const STATE = ".server";

/** The folders of a server. Plain data, so that every thread gets the same. */
export interface IndexCatalog {
  readonly root: string;
  /** Where the server was given one index: its name and folder. */
  readonly only?: { readonly name: string; readonly folder: string };
  /** The encoder of indexes with vectors: a name, a folder or an installed package. Without one there is no semantic search. */
  readonly encoder?: string;
  /** Where the index is not here but on a cluster. */
  readonly cluster?: ClusterTarget;
}

/** A published index, as the server offers it. */
export interface ClusterTarget {
  readonly name: string;
  readonly alias: string;
  /** What to do when a part of the documents cannot be searched. */
  readonly partial: "refuse" | "mark";
  readonly options: ClusterOptions;
}

/** The name under which an alias is offered. */
export function toIndexName(alias: string): string {
  return alias.replaceAll(/[^a-z0-9_-]+/g, "-").slice(0, 64);
}

/** The places of a path, which is an index or a folder of indexes. */
export async function openCatalog(path: string): Promise<IndexCatalog> {
  const root = resolve(path);
  if (!(await fileExists(join(root, COMMIT_FILE)))) return { root };
  const name = basename(root)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replace(/^[_-]+/, "")
    .slice(0, 64);
  return { root: dirname(root), only: { name: name === "" ? "index" : name, folder: root } };
}

/** `BAD_ARGUMENT` for anything that is not a name. */
export function checkName(name: string, kindName = "index"): string {
  if (NAME.test(name)) return name;
  throw badArgument(
    `the name of an ${kindName} is 1 to 64 of a-z, 0-9, "_" and "-" and begins with a letter or digit, got ${quote(name)}`,
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

/** The folder of what the server keeps beside an index. */
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

/** Takes an index away, with what was kept beside it. */
export async function removeIndex(catalog: IndexCatalog, name: string): Promise<void> {
  await rm(await findIndexFolder(catalog, name), { recursive: true });
  await rm(resolveStateFolder(catalog, name), { recursive: true, force: true });
}

/** Whether there is a file. */
export async function fileExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function isInside({ root }: IndexCatalog, folder: string): Promise<boolean> {
  const [outer, inner] = await Promise.all([realpath(root), realpath(folder)]);
  return inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
