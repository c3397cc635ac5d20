/** What killed processes leave of their attempts to take a lock. */

import type { FileHandle } from "node:fs/promises";
import { loadNodeModule } from "../common/node-module.ts";
import { parseHolder } from "./node-lock-holder.ts";

const { lstat, readdir, readFile, unlink } = loadNodeModule("node:fs/promises");
const { join } = loadNodeModule("node:path");

/**
 * Removes claims on the lock `name`, and locks that were taken to replace it,
 * that are older than `patience` milliseconds by the clock of the disk, which
 * `fresh` has just been written to. Only files that name a process, or nobody
 * because they are empty, are touched.
 */
export async function removeStaleLocks(
  folder: string,
  name: string,
  fresh: FileHandle,
  staleAfterMs: number,
): Promise<void> {
  const now = (await fresh.stat()).mtimeMs;
  for (const entry of await readdir(folder)) {
    if (!isLockAttempt(entry, name)) continue;
    const path = join(folder, entry);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() !== true || now - stats.mtimeMs < staleAfterMs) continue;
    const isOurs = stats.size === 0 || parseHolder(await readText(path)) !== undefined;
    if (isOurs) await unlink(path).catch(() => {}); // another may have been quicker
  }
}

/** `.writer.claim-12-0a…`, `.writer-after-1b….lock`, `.writer-after-1b….claim-12-0a…` */
function isLockAttempt(entry: string, name: string): boolean {
  if (!entry.startsWith(`.${name}`)) return false;
  const rest = entry.slice(name.length + 1);
  return /^(-after-[0-9a-f]{16})*\.claim-\d+-[0-9a-f]+$|^(-after-[0-9a-f]{16})+\.lock$/.test(rest);
}

async function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
