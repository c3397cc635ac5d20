/**
 * Copies an index as of one commit into a backup, and back.
 *
 * A backup is an index folder itself: it can be checked, searched and restored. Files are written
 * once and never change, so a later backup copies only those that the backup does not have. The
 * commit pointer is replaced last, when all files are copied, verified and durable: a backup that
 * was interrupted is still the previous one, or none. Files are copied, never linked: a backup
 * shares nothing with the index.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import type { Directory } from "../../storage/directory.ts";
import {
  type Commit,
  isSameCommit,
  openCurrent,
  readCommit,
  removePending,
  writeCommit,
} from "../commits/commit.ts";
import { detectOrigin, isIndexFileName } from "../commits/owned-files.ts";
import { listFiles } from "../commits/segment-record.ts";
import type { FileRecord } from "../files/file-frame.ts";
import { WRITER_LOCK } from "../segments/segment-list.ts";
import { copyFiles } from "./copy-files.ts";

/** What a backup or a restored index contains, and how much of it was copied. */
export interface BackupReport {
  /** The commit. */
  readonly generation: number;
  /** Number of documents, including deleted ones. */
  readonly documents: number;
  readonly files: number;
  readonly bytes: number;
  readonly copiedFiles: number;
  readonly copiedBytes: number;
}

/** Options of `backupIndex` and `restoreIndex`. */
export interface BackupOptions {
  readonly progress?: Progress | undefined;
}

/**
 * Copies the current commit of a live index into `target`, which is empty or has an earlier backup
 * of the same index. Writers of the index are not held up. `LOCKED` while another backup runs;
 * `BAD_ARGUMENT` if the target has another index; `CORRUPT_INDEX` if a file is damaged.
 */
export function backupIndex(
  index: Directory,
  target: Directory,
  options: BackupOptions = {},
): Promise<BackupReport> {
  return copyCurrent(index, target, checkBackup, options);
}

/**
 * Copies a backup into `target`, which must have no index. An interrupted copy leaves no index; the
 * next call starts again.
 */
export function restoreIndex(
  backup: Directory,
  target: Directory,
  options: BackupOptions = {},
): Promise<BackupReport> {
  return copyCurrent(backup, target, refuseIndex, options);
}

/** Throws if a commit of the target cannot be replaced by another commit. */
type CheckTarget = (target: Directory, previous: Commit, commit: Commit) => void;

async function copyCurrent(
  source: Directory,
  target: Directory,
  check: CheckTarget,
  { progress = silent }: BackupOptions,
): Promise<BackupReport> {
  const unlock = await target.lock(WRITER_LOCK);
  try {
    const previous = await readCommit(target);
    const names = new Set(await target.list());
    const present = listNames(previous).filter((name) => names.has(name));
    return await openCurrent(source, async (commit) => {
      const isSame = previous !== undefined && isSameCommit(previous, commit);
      if (previous !== undefined && !isSame) check(target, previous, commit);
      await removePending(target);
      await removeRemnants(target, new Set(present));
      const records = listRecords(commit);
      const missing = records.filter(({ name }) => !present.includes(name));
      await copyFiles(source, target, missing, progress);
      const fresh = missing.map(({ name }) => name);
      if (!isSame || fresh.length > 0) await writeCommit(target, commit, { fresh });
      // A file that cannot be removed does not fail the backup; the next one tries again.
      await removeRemnants(target, new Set(listNames(commit))).catch(ignoreStorageError);
      return {
        generation: commit.generation,
        documents: commit.segments.reduce((sum, { documents }) => sum + documents, 0),
        files: records.length,
        bytes: sumBytes(records),
        copiedFiles: missing.length,
        copiedBytes: sumBytes(missing),
      };
    });
  } finally {
    await unlock();
  }
}

/** A file of the same name must be the same file: names are used again after a restore. */
function checkBackup({ location }: Directory, previous: Commit, commit: Commit): void {
  if (previous.indexId !== commit.indexId) {
    throw badArgument(`${location} has a backup of another index; choose another folder`);
  }
  const present = new Map(listRecords(previous).map((record) => [record.name, record]));
  for (const { name, bytes, crc } of listRecords(commit)) {
    const own = present.get(name);
    if (own === undefined || (own.bytes === bytes && own.crc === crc)) continue;
    throw badArgument(
      `${location} has another ${quote(name)}: the index was restored or built again since that backup; choose another folder`,
    );
  }
}

function refuseIndex({ location }: Directory): void {
  throw badArgument(`there is an index in ${location} already; restore into another folder`);
}

function listRecords(commit: Commit | undefined): FileRecord[] {
  if (commit === undefined) return [];
  const { weights } = commit.settings;
  return [...(weights === undefined ? [] : [weights]), ...commit.segments.flatMap(listFiles)];
}

function listNames(commit: Commit | undefined): string[] {
  return listRecords(commit).map(({ name }) => name);
}

function sumBytes(records: readonly FileRecord[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Removes the files of other commits, and those that an interrupted copy left. Foreign files stay. */
async function removeRemnants(target: Directory, committed: ReadonlySet<string>): Promise<void> {
  for (const name of await target.list()) {
    if (!isIndexFileName(name) || committed.has(name)) continue;
    if ((await detectOrigin(target, name)) !== "foreign") await target.remove(name);
  }
}

function ignoreStorageError(error: unknown): void {
  if (!(error instanceof TermwiseError)) throw error;
}
