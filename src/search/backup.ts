/** Backups of an index by the location of its folder or directory. */

import { badArgument } from "../common/errors.ts";
import type { BackupOptions, BackupReport } from "../index/backups/index.ts";
import { type IndexLocation, openDirectory } from "./index-location.ts";

export type { BackupOptions, BackupReport } from "../index/backups/index.ts";

/**
 * Copies the current commit of an index into a backup folder, also while the index is
 * written to. Only files that the backup lacks are copied. A killed backup leaves the
 * previous one.
 */
export async function backupIndex(
  index: IndexLocation,
  backup: IndexLocation,
  options?: BackupOptions,
): Promise<BackupReport> {
  refuseSame(index, backup);
  const source = await openDirectory(index);
  const backups = await import("../index/backups/index.ts");
  return backups.backupIndex(source, await openDirectory(backup, { make: true }), options);
}

/** A copy of an index to its own place would be reported as a backup that has nothing to copy. */
function refuseSame(index: IndexLocation, backup: IndexLocation): void {
  if (toComparable(index) !== toComparable(backup)) return;
  throw badArgument("an index cannot be backed up to its own folder; choose another one");
}

/** A path without what says nothing; links are not followed. */
function toComparable(location: IndexLocation): unknown {
  if (typeof location !== "string") return location;
  return location
    .replaceAll(/\/(?:\.?\/)+/g, "/")
    .replace(/^\.\/(?=.)/, "")
    .replace(/(?<=.)\/\.?$/, "");
}

/** Copies a backup into a folder without an index. A killed copy leaves no index. */
export async function restoreIndex(
  backup: IndexLocation,
  index: IndexLocation,
  options?: BackupOptions,
): Promise<BackupReport> {
  const source = await openDirectory(backup);
  const backups = await import("../index/backups/index.ts");
  return backups.restoreIndex(source, await openDirectory(index, { make: true }), options);
}
