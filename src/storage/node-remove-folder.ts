/**
 * Removes what Termwise has made from a folder, in Node. Nothing else in the package removes more
 * than one file at a time: files go one by one, each after its name was accepted, links are not
 * followed, and a folder is removed only once it is empty. Files of others stay.
 */

import { loadNodeModule } from "../common/node-module.ts";

const { readdir, rmdir, unlink } = loadNodeModule("node:fs/promises");
const { join } = loadNodeModule("node:path");

/** Says whether a file was made here, by its path in the folder, with `/`. */
export type IsOwnFile = (path: string) => boolean;

/** For a folder with a name that only this process has chosen, and so all files in it. */
export const isAnyFile: IsOwnFile = () => true;

/** Removes the files that `isOwn` accepts, and the folders that become empty. */
export async function removeOwnFolder(folder: string, isOwn: IsOwnFile): Promise<void> {
  await removeEntries(folder, "", isOwn);
}

async function removeEntries(folder: string, prefix: string, isOwn: IsOwnFile): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(passMissing);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) await removeEntries(path, `${name}/`, isOwn);
    else if (isOwn(name)) await unlink(path).catch(passMissing);
  }
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") passMissing(error);
  });
}

/** Another process may have removed it meanwhile. */
function passMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
