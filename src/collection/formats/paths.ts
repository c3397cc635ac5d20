/** Paths of users' files, with `/` as the separator. */

import type { Files } from "../../storage/files.ts";

export function joinPath(folder: string, name: string): string {
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

/** The last segment of a path. */
export function getBaseName(path: string): string {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".");
  return steps.at(-1) ?? path;
}

/** Removes `.gz` or `.Z`, so that compressed and plain files have the same name. */
export function stripCompressionSuffix(name: string): string {
  return name.replace(/\.(?:gz|Z)$/, "");
}

/** The suffix of an interrupted write: never a file to read. */
const PENDING_SUFFIX = ".pending";

/** Names of the files directly in a folder, in byte order; empty if there is no such folder. */
export async function listFiles(files: Files, folder: string): Promise<string[]> {
  if ((await files.kind(folder)) !== "folder") return [];
  const names: string[] = [];
  for (const name of await files.list(folder)) {
    if (name.endsWith(PENDING_SUFFIX)) continue;
    if ((await files.kind(joinPath(folder, name))) === "file") names.push(name);
  }
  return names;
}

/** Paths of all files below a folder, depth first in byte order, without hidden ones. */
export function listVisibleFiles(files: Files, folder: string): AsyncGenerator<string> {
  return listFilesRecursively(files, folder, (_path, name) => !name.startsWith("."));
}

/** Paths of the files below a folder that are accepted, in folders that are accepted. */
export async function* listFilesRecursively(
  files: Files,
  folder: string,
  accept: (path: string, name: string) => boolean,
): AsyncGenerator<string> {
  for (const name of await files.list(folder)) {
    const path = joinPath(folder, name);
    if (name.endsWith(PENDING_SUFFIX) || !accept(path, name)) continue;
    if ((await files.kind(path)) === "folder") yield* listFilesRecursively(files, path, accept);
    else yield path;
  }
}

/** The path of the file in the folder with one of `names`, plain or compressed. */
export async function findFile(
  files: Files,
  folder: string,
  ...names: readonly string[]
): Promise<string | undefined> {
  for (const name of names) {
    for (const path of [joinPath(folder, name), joinPath(folder, `${name}.gz`)]) {
      if ((await files.kind(path)) === "file") return path;
    }
  }
  return undefined;
}
