/** The files of an index as a whole, and their removal. What the index does not own is never removed. */

import { TermwiseError } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import { COMMIT_FILE, listFileNames, PENDING_COMMIT_FILE, readCommit } from "./commit.ts";
import { detectOrigin, isIndexFileName } from "./owned-files.ts";

/**
 * The files that an index owns, its commit first: those that the commit names,
 * and those with a name and bytes of ours, which a crash may have left.
 */
export async function listOwnFiles(directory: Directory): Promise<string[]> {
  const committed = new Set(await listCommittedFiles(directory));
  const own: string[] = [];
  for (const name of await directory.list()) {
    const isPointer = name === COMMIT_FILE || name === PENDING_COMMIT_FILE;
    if (!isPointer && !isIndexFileName(name)) continue;
    const isOwn = committed.has(name) || (await detectOrigin(directory, name)) !== "foreign";
    if (isOwn) own.push(name);
  }
  return own.sort((a, b) => Number(b === COMMIT_FILE) - Number(a === COMMIT_FILE));
}

/**
 * Removes files that `listOwnFiles` has listed, in their order: without its
 * commit there is no index, and a crash after that leaves files that the next
 * writer of the folder removes. The caller holds the writer's lock.
 */
export async function removeOwnFiles(directory: Directory, own: readonly string[]): Promise<void> {
  for (const [i, name] of own.entries()) {
    await directory.remove(name);
    if (i === 0) await directory.syncNames();
  }
}

/** None where there is no commit, or one that cannot be read. */
async function listCommittedFiles(directory: Directory): Promise<readonly string[]> {
  try {
    const commit = await readCommit(directory);
    return commit === undefined ? [] : listFileNames(commit);
  } catch (error) {
    if (error instanceof TermwiseError) return [];
    throw error;
  }
}
