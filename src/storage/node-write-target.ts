/**
 * Resolves the target of a write to a path. A plain file is replaced as a whole; a link is
 * followed, and its target is replaced. A pipe, a terminal or another character device receives the
 * bytes as they come. Anything else (a folder, a socket, a disk) is rejected, because replacing it
 * would destroy it.
 */

import type { Stats } from "node:fs";
import { badArgument, quote } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";

const { fstatSync } = loadNodeModule("node:fs");
const { readlink, realpath, stat } = loadNodeModule("node:fs/promises");
const { dirname, resolve } = loadNodeModule("node:path");

export type WriteTarget =
  /** A plain file, existing or not. `mode` holds the permissions of an existing one. */
  | { readonly kind: "file"; readonly path: string; readonly mode?: number }
  /** Something to open and write to. */
  | { readonly kind: "stream"; readonly path: string }
  /** A file that this process has open as standard output or error. */
  | { readonly kind: "open"; readonly descriptor: number };

/** The limit of Linux. */
const MAX_LINKS = 40;

export async function resolveWriteTarget(path: string): Promise<WriteTarget> {
  const stats = await statIfExists(path);
  if (stats === undefined) return { kind: "file", path: await resolveDanglingLink(path) };
  if (stats.isFIFO() || stats.isCharacterDevice()) return { kind: "stream", path };
  if (!stats.isFile()) {
    throw badArgument(`cannot write ${quote(path)}: it is ${describeKind(stats)}, not a file`);
  }
  // `--out /dev/stdout > file`: replacing that file would lose what was printed before.
  const descriptor = [1, 2].find((open) => isSameFile(stats, open));
  if (descriptor !== undefined) return { kind: "open", descriptor };
  return { kind: "file", path: await realpath(path), mode: stats.mode & 0o7777 };
}

async function statIfExists(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The file to create: `path`, or the target of a link there. */
async function resolveDanglingLink(path: string): Promise<string> {
  let end = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const next = await readlink(end).catch(() => undefined);
    if (next === undefined) break;
    end = resolve(dirname(end), next);
  }
  return end;
}

function isSameFile({ dev, ino }: Stats, descriptor: number): boolean {
  try {
    const open = fstatSync(descriptor);
    return open.isFile() && open.dev === dev && open.ino === ino;
  } catch {
    return false; // closed
  }
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isSocket()) return "a socket";
  return stats.isBlockDevice() ? "a block device" : "something else";
}
