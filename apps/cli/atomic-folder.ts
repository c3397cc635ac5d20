/**
 * Creates a folder atomically: it is written beside its target and then renamed. A
 * killed run leaves a temporary folder, which the next run reuses. Of two runs for
 * one folder, the second fails with `LOCKED`.
 */

import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { badArgument, quote } from "../../src/common/errors.ts";
import { acquireLock } from "../../src/storage/node-lock.ts";
import { isAnyFile, removeOwnFolder } from "../../src/storage/node-remove-folder.ts";

/** `BAD_ARGUMENT` unless there is nothing at `folder`, or a folder without anything in it. */
export async function checkIsEmpty(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw badArgument(`--out must be a new or empty folder, and ${quote(folder)} is not empty`);
  }
}

/** Makes a folder with `make`, which is given another place to write to. */
export async function createFolderAtomically(
  folder: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const target = resolve(folder);
  const name = `${basename(target)}.termwise-partial`;
  const temporary = join(dirname(target), `.${name}`);
  await mkdir(dirname(target), { recursive: true });
  const lock = await acquireLock(dirname(target), name);
  try {
    await removeOwnFolder(temporary, isAnyFile);
    await mkdir(temporary);
    await write(temporary);
    await checkIsEmpty(target);
    await rmdir(target).catch(() => {}); // it is empty, or not there
    await rename(temporary, target);
  } finally {
    await removeOwnFolder(temporary, isAnyFile); // moved by now, unless it failed
    await lock.release();
  }
}
