/**
 * A lock on a folder that survives no process.
 *
 * The lock is a hidden file that names its holder. It comes into being by
 * `link`, which fails if the name exists, so only one process can create it. A
 * lock whose holder is dead is replaced by `rename`, under a second lock named
 * after a hash of the dead holder's file: whoever holds that one, and still
 * finds the same bytes in the file, is alone entitled to replace it. Nothing
 * that stands in the file becomes part of a path.
 *
 * A holder that can be asked, one of this kernel and this process namespace,
 * lives as long as its process does. Any other is known by its heartbeat alone:
 * it writes to its file now and then, and counts as dead once it has not for
 * two minutes. See docs/decisions/0004-locks-with-a-heartbeat.md.
 */

import type { FileHandle } from "node:fs/promises";
import { quote } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";
import { toStorageError } from "./node-errors.ts";
import {
  describeHolder,
  isProcessAlive,
  readCurrentHolder,
  readLockFile,
} from "./node-lock-holder.ts";
import { removeStaleLocks } from "./node-stale-locks.ts";
import { locked } from "./storage-errors.ts";

const { randomBytes } = loadNodeModule("node:crypto");
const { link, lstat, open, rename, stat, unlink } = loadNodeModule("node:fs/promises");
const { join } = loadNodeModule("node:path");

export interface LockOptions {
  /** Milliseconds between two signs of life. */
  readonly heartbeatMs?: number;
  /** Milliseconds without one after which a holder that cannot be asked is dead. */
  readonly staleAfterMs?: number;
}

/** A lock that was taken. */
export interface LockHandle {
  /** False once another process has taken the lock over. */
  isHeld(): Promise<boolean>;
  /** Lets the lock go, unless another has it by now. */
  release(): Promise<void>;
}

const HEARTBEAT_MS = 15_000;
export const STALE_AFTER_MS = 120_000;

/** A file that is to become the lock. */
interface Claim {
  readonly path: string;
  readonly file: FileHandle;
  readonly text: string;
}

/** Takes the lock; `LOCKED` when somebody living holds it. */
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
      await unlink(claim.path).catch(() => {}); // gone already when it became the lock by rename
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
    if (lockFile === undefined) continue; // released in between
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
 * Milliseconds since the holder wrote to its file, by the clock of the disk:
 * the claim was written just now. 0 where there is no file any more.
 */
async function measureIdleMs(path: string, { file, text }: Claim): Promise<number> {
  await file.write(text, 0);
  const now = (await file.stat()).mtimeMs;
  const last = await lstat(path).catch(() => undefined);
  return last === undefined ? 0 : now - last.mtimeMs;
}

function createLockHandle(path: string, { file, text }: Claim, heartbeatMs: number): LockHandle {
  // A beat that fails is made up for by the next one. Writing goes to the file, whoever has its name.
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
