/**
 * A lock on a folder that does not outlive its process.
 *
 * The lock is a hidden file that names its holder. It is created by `link`, which fails if the name
 * exists, so only one process can create it. A lock whose holder is dead is replaced by `rename`,
 * under a second lock named after a hash of the dead holder's file: only the holder of that second
 * lock, if it still finds the same bytes in the file, may replace it. The contents of the file
 * never become part of a path.
 *
 * A holder that can be checked, one of this kernel and this process namespace, is alive as long as
 * its process is. Any other is judged by its heartbeat alone: it writes to its file now and then,
 * and counts as dead after two minutes without a write. See
 * docs/decisions/0004-locks-with-a-heartbeat.md.
 */

import type { FileHandle } from "node:fs/promises";
import { quote } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";
import {
  describeHolder,
  isProcessAlive,
  parseHolder,
  readCurrentHolder,
  readLockFile,
} from "./node-lock-holder.ts";
import { locked, toStorageError } from "./storage-errors.ts";

const { randomBytes } = loadNodeModule("node:crypto");
const { link, lstat, open, readdir, readFile, rename, stat, unlink } =
  loadNodeModule("node:fs/promises");
const { join } = loadNodeModule("node:path");

export interface LockOptions {
  /** Milliseconds between two heartbeats. */
  readonly heartbeatMs?: number;
  /**
   * Milliseconds without a heartbeat after which a holder that cannot be checked counts as dead.
   */
  readonly staleAfterMs?: number;
}

/** An acquired lock. */
export interface LockHandle {
  /** False once another process has taken over the lock. */
  isHeld(): Promise<boolean>;
  /** Releases the lock, unless another process has taken it over. */
  release(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;
export const STALE_AFTER_MS = 120_000;

/** A file that may become the lock. */
interface Claim {
  readonly path: string;
  readonly file: FileHandle;
  readonly text: string;
}

/** Acquires the lock; fails with `LOCKED` while a live process holds it. */
export async function acquireLock(
  folder: string,
  name: string,
  { heartbeatMs = HEARTBEAT_MS, staleAfterMs = STALE_AFTER_MS }: LockOptions = {},
): Promise<LockHandle> {
  const path = join(folder, `.${name}.lock`);
  try {
    const claim = await makeClaim(folder, name);
    try {
      await claimLock(folder, name, path, claim, staleAfterMs);
      await removeStaleLocks(folder, name, claim.file, staleAfterMs);
      return createLockHandle(path, claim, heartbeatMs);
    } catch (error) {
      await claim.file.close();
      throw error;
    } finally {
      await unlink(claim.path).catch(() => {}); // missing if it became the lock by rename
    }
  } catch (error) {
    throw toStorageError(error, `cannot take the lock ${quote(name)}`);
  }
}

async function makeClaim(folder: string, name: string): Promise<Claim> {
  const random = randomBytes(8).toString("hex");
  const path = join(folder, `.${name}.claim-${process.pid}-${random}`);
  const text = JSON.stringify(await readCurrentHolder());
  const file = await open(path, "wx");
  try {
    await file.write(text, 0);
    return { path, file, text };
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
}

async function claimLock(
  folder: string,
  name: string,
  path: string,
  claim: Claim,
  staleAfterMs: number,
): Promise<void> {
  for (;;) {
    if (await succeeds(link(claim.path, path), "EEXIST")) return;
    const lockFile = await readLockFile(path);
    if (lockFile === undefined) continue; // released in the meantime
    const idleMs = await measureIdleMs(path, claim);
    if (await isAlive(lockFile.holder, idleMs, staleAfterMs)) {
      throw locked(
        name,
        describeHolder(lockFile.holder, { path, silence: idleMs, patience: staleAfterMs }),
      );
    }
    const takeoverLock = await acquireLock(folder, `${name}-after-${lockFile.hash}`, {
      staleAfterMs,
    });
    try {
      const current = await readLockFile(path);
      const isSame = current?.hash === lockFile.hash;
      if (
        isSame &&
        !(await isAlive(lockFile.holder, await measureIdleMs(path, claim), staleAfterMs))
      ) {
        await rename(claim.path, path);
        return;
      }
    } finally {
      await takeoverLock.release();
    }
  }
}

type Holder = Awaited<ReturnType<typeof readCurrentHolder>>;

async function isAlive(
  holder: Holder | undefined,
  idleMs: number,
  staleAfterMs: number,
): Promise<boolean> {
  if (holder === undefined) return false;
  return (await isProcessAlive(holder)) ?? idleMs < staleAfterMs;
}

/**
 * Milliseconds since the holder's last heartbeat, by the clock of the file system: the claim was
 * written just now. 0 if the file is gone.
 */
async function measureIdleMs(path: string, { file, text }: Claim): Promise<number> {
  await file.write(text, 0);
  const now = (await file.stat()).mtimeMs;
  const last = await lstat(path).catch(() => undefined);
  return last === undefined ? 0 : now - last.mtimeMs;
}

function createLockHandle(path: string, { file, text }: Claim, heartbeatMs: number): LockHandle {
  // The next heartbeat makes up for a failed one. The write goes to the open file, whatever its
  // name is now.
  const timer = setInterval(() => void file.write(text, 0).catch(() => {}), heartbeatMs).unref();
  const isHeld = async (): Promise<boolean> => {
    const [own, current] = await Promise.all([
      file.stat({ bigint: true }),
      stat(path, { bigint: true }).catch(() => undefined),
    ]);
    return own.ino === current?.ino && own.dev === current.dev;
  };
  return {
    isHeld,
    release: async () => {
      clearInterval(timer);
      try {
        if (await isHeld()) await succeeds(unlink(path), "ENOENT");
      } finally {
        await file.close();
      }
    },
  };
}

async function succeeds(action: Promise<void>, expected: string): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === expected) return false;
    throw error;
  }
}

/**
 * Removes claims on the lock `name`, and locks acquired to replace it, that are older than
 * `patience` milliseconds by the clock of the file system, to which `fresh` has just been written.
 * Only files that name a process, or none because they are empty, are removed.
 */
async function removeStaleLocks(
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
    if (isOurs) await unlink(path).catch(() => {}); // another process may have removed it first
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
