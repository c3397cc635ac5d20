/**
 * A lock on a folder that survives no process.
 *
 * The lock is a hidden file that names its holder. It comes into being by
 * `link`, which fails if the name exists, so only one process can create it. A
 * lock whose holder is dead is replaced by `rename`, under a second lock named
 * after the dead holder: whoever holds that one, and still finds the dead
 * holder in the file, is alone entitled to replace it.
 *
 * A holder on another host cannot be asked whether it lives, so it counts as
 * living, and the message tells how to free the lock by hand.
 */

import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { quote } from "../common/errors.ts";
import { asStorageError } from "./node-errors.ts";
import { locked } from "./storage-errors.ts";

interface Holder {
  readonly host: string;
  readonly process: number;
  /** When the process began, in the kernel's ticks, since numbers are used again; "" if unknown. */
  readonly began: string;
}

let claims = 0;

/** Takes the lock and returns what releases it; `LOCKED` when somebody living holds it. */
export async function takeLock(folder: string, name: string): Promise<() => Promise<void>> {
  const path = join(folder, `.${name}.lock`);
  const claim = join(folder, `.${name}.claim-${process.pid}-${claims++}`);
  try {
    await writeFile(claim, JSON.stringify(await self()), { flag: "wx" });
    try {
      await settle(folder, name, path, claim);
    } finally {
      await unlink(claim).catch(() => {}); // gone already when it became the lock by rename
    }
  } catch (error) {
    throw asStorageError(error, `cannot take the lock ${quote(name)}`);
  }
  return () => unlink(path);
}

async function settle(folder: string, name: string, path: string, claim: string): Promise<void> {
  for (;;) {
    if (await succeeds(link(claim, path), "EEXIST")) return;
    const holder = await readHolder(path);
    if (holder === undefined) continue; // released in between
    if (await isAlive(holder)) throw locked(name, describe(holder, path));
    const release = await takeLock(folder, `${name}-after-${holder.process}-${holder.began}`);
    try {
      const present = await readHolder(path);
      if (JSON.stringify(present) === JSON.stringify(holder)) {
        await rename(claim, path);
        return;
      }
    } finally {
      await release();
    }
  }
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

/** Undefined when there is no lock. A file that names nobody counts as held by a dead process. */
async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (error instanceof SyntaxError) return { host: hostname(), process: 0, began: "" };
    throw error;
  }
}

async function self(): Promise<Holder> {
  return { host: hostname(), process: process.pid, began: await began(process.pid) };
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  if (holder.process === 0) return false;
  try {
    process.kill(holder.process, 0); // signal 0 only asks
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // lives, under another user
  }
  return (await began(holder.process)) === holder.began;
}

/** Field 22 of /proc/<pid>/stat; "" where there is no /proc. */
async function began(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function describe(holder: Holder, path: string): string {
  if (holder.host === hostname()) return `process ${holder.process}`;
  return `process ${holder.process} on ${holder.host} (if it is gone, remove ${quote(path)})`;
}
