/** The holder of a lock: the contents of a lock file, and whether its process is alive. */

import { quote, TermwiseError } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";

const { createHash } = loadNodeModule("node:crypto");
const { lstat, readFile, readlink } = loadNodeModule("node:fs/promises");
const { hostname } = loadNodeModule("node:os");

/** A process, identified as precisely as the platform allows. */
export interface LockHolder {
  readonly host: string;
  readonly process: number;
  /** Start time of the process in kernel ticks, because process ids are reused; "" if unknown. */
  readonly began: string;
  /** The boot id of the kernel; "" if unknown. */
  readonly boot: string;
  /** The process namespace, within which process ids are valid; "" if unknown. */
  readonly namespace: string;
}

/** The file of a lock. */
export interface LockFile {
  /**
   * Undefined if the file names no process, for example because a crash emptied or truncated it.
   */
  readonly holder: LockHolder | undefined;
  /** The hash of all its bytes, as 16 hexadecimal digits. */
  readonly hash: string;
}

/** Far more than any lock file takes. */
const MAX_LOCK_BYTES = 4096;

/** The prefix of lock files. */
const JSON_PREFIX = '{"host":';

/** Undefined if there is no lock; fails with `IO` for a file that cannot be a lock file. */
export async function readLockFile(path: string): Promise<LockFile | undefined> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > MAX_LOCK_BYTES) throw notALock(path);
    const bytes = await readFile(path);
    const text = bytes.toString();
    const isBlank = bytes.every((byte) => byte === 0) || JSON_PREFIX.startsWith(text);
    if (!isBlank && !text.startsWith(JSON_PREFIX)) throw notALock(path);
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    return { holder: parseHolder(text), hash };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Undefined for a text that names no process. Every field is checked before use. */
export function parseHolder(text: string): LockHolder | undefined {
  try {
    const { host, process, began = "", boot = "", namespace = "" } = JSON.parse(text);
    if (!isText(host, /^[\w.-]{1,255}$/) || !isText(began, /^\d{0,20}$/)) return undefined;
    if (!isText(boot, /^[\w-]{0,64}$/) || !isText(namespace, /^[\w:[\]]{0,64}$/)) return undefined;
    if (!Number.isInteger(process) || process < 1 || process > 2 ** 31) return undefined;
    return { host, process, began, boot, namespace };
  } catch {
    return undefined;
  }
}

function isText(value: unknown, rule: RegExp): value is string {
  return typeof value === "string" && rule.test(value);
}

export async function readCurrentHolder(): Promise<LockHolder> {
  const [began, boot, namespace] = await Promise.all([
    readStartTime(process.pid),
    readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
    readlink("/proc/self/ns/pid").catch(() => ""),
  ]);
  const host =
    hostname()
      .replaceAll(/[^\w.-]/g, "_")
      .slice(0, 255) || "unknown";
  return { host, process: process.pid, began, boot: boot.trim(), namespace };
}

/** Undefined for a process that cannot be checked from here. */
export async function isProcessAlive(holder: LockHolder): Promise<boolean | undefined> {
  const self = await readCurrentHolder();
  const isLocal = (["host", "boot", "namespace"] as const).every(
    (field) => holder[field] === self[field],
  );
  if (!isLocal) return undefined;
  try {
    process.kill(holder.process, 0); // signal 0 only checks
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // alive, owned by another user
  }
  return (await readStartTime(holder.process)) === holder.began;
}

/** Field 22 of /proc/<pid>/stat; "" without /proc. */
async function readStartTime(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Describes the holder to users, and what to do if it may be gone. */
export function describeHolder(
  holder: LockHolder | undefined,
  { path, silence, patience }: { path: string; silence: number; patience: number },
): string {
  if (holder === undefined) return "nobody";
  const { process: number, host } = holder;
  const [idleSeconds, staleSeconds] = [silence, patience].map((time) =>
    Math.max(0, Math.round(time / 1000)),
  );
  return `process ${number} on ${host}, last heard of ${idleSeconds} s ago (one of another machine or container is replaced after ${staleSeconds} s of silence; if it is gone, remove ${quote(path)})`;
}

function notALock(path: string): TermwiseError {
  return new TermwiseError(
    "IO",
    `${quote(path)} is not a lock of ours and is not touched; move it or choose another folder`,
    { path },
  );
}
