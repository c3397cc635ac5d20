/** Replaces files atomically, unlike the write-once files of an index. */

import type { Directory } from "./directory.ts";

/** Replaces a file atomically: a reader sees the old bytes or the new ones. */
export async function replaceFile(
  directory: Directory,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporaryName = `${name}.new`;
  await overwriteFile(directory, temporaryName, bytes);
  await directory.rename(temporaryName, name);
  await directory.syncNames();
}

/** Writes and syncs a file that a killed process may have left incomplete. */
export async function overwriteFile(
  directory: Directory,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  if ((await directory.list()).includes(name)) await directory.remove(name);
  await directory.write(name, bytes);
  await directory.sync(name);
}
