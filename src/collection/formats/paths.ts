/** Paths of files that people bring, with `/` between steps. */

import type { Files } from "../../storage/files.ts";

export function joinPath(folder: string, name: string): string {
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

/** The last step of a path. */
export function getBaseName(path: string): string {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".");
  return steps.at(-1) ?? path;
}

/** Without `.gz`, so that packed and plain files are named alike. */
export function stripGzipSuffix(name: string): string {
  return name.endsWith(".gz") ? name.slice(0, -3) : name;
}

/** What a write that was cut off by a crash leaves behind: never a file to read. */
const PENDING_SUFFIX = ".pending";

/** Names of the files directly in a folder, in byte order; none when there is no such folder. */
export async function listFiles(files: Files, folder: string): Promise<string[]> {
  if ((await files.kind(folder)) !== "folder") return [];
  const names: string[] = [];
  for (const name of await files.list(folder)) {
    if (name.endsWith(PENDING_SUFFIX)) continue;
    if ((await files.kind(joinPath(folder, name))) === "file") names.push(name);
  }
  return names;
}

/** Paths of all files below a folder, depth first in byte order. Hidden ones are passed over. */
export function listVisibleFiles(files: Files, folder: string): AsyncGenerator<string> {
  return listFilesRecursively(files, folder, (_path, name) => !name.startsWith("."));
}

/** Paths of the files below a folder that are wanted, and that are in no folder that is not. */
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

/** The path of the one file among `names`, plain or packed, that is in the folder. */
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
