/** A directory on disk, in Node. */

import { compareBytes } from "../common/bytes/index.ts";
import { quote } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";
import type { Directory, FileWriter, OpenFile } from "./directory.ts";
import { checkFileName } from "./file-name.ts";
import { NodeFileWriter } from "./node-file-writer.ts";
import { NodeFiles } from "./node-files.ts";
import { acquireLock, type LockHandle } from "./node-lock.ts";
import { NodeOpenFile } from "./node-open-file.ts";
import { alreadyExists, notFound, toStorageError } from "./storage-errors.ts";

const { closeSync, fsync, openSync } = loadNodeModule("node:fs");
const { mkdir, readdir, rename, unlink } = loadNodeModule("node:fs/promises");
const { join } = loadNodeModule("node:path");
const { promisify } = loadNodeModule("node:util");

// A page that evaluates this file has no `promisify`.
const syncDescriptor = promisify?.(fsync);

/** A directory that is a folder on disk. */
export class NodeDirectory implements Directory {
  readonly location: string;
  readonly #folder: string;
  readonly #locks = new Map<string, LockHandle>();

  private constructor(folder: string) {
    this.location = `the folder ${quote(folder)}`;
    this.#folder = folder;
  }

  /** Opens an existing folder; fails with `NOT_FOUND` otherwise. */
  static async openExisting(folder: string): Promise<NodeDirectory> {
    if ((await new NodeFiles().kind(folder)) !== "folder") throw notFound("folder", folder);
    return new NodeDirectory(folder);
  }

  /** Opens a folder; creates it and its parents if they are missing. */
  static async open(folder: string): Promise<NodeDirectory> {
    await attempt(`cannot make the folder ${quote(folder)}`, () =>
      mkdir(folder, { recursive: true }),
    );
    return new NodeDirectory(folder);
  }

  read(name: string): Promise<Uint8Array> {
    return this.#withFile(name, (file) => file.read(0, file.size));
  }

  readShared(name: string): Promise<Uint8Array> {
    return this.#withFile(name, (file) => file.readShared());
  }

  async openFile(name: string): Promise<OpenFile> {
    const action = `cannot read ${quote(name)}`;
    const path = this.#path(name);
    const file = await attempt(action, () => NodeOpenFile.open(path, name), name);
    return {
      size: file.size,
      read: (start, length) => attempt(action, () => file.read(start, length)),
      readShared: () => attempt(action, () => file.readShared()),
      readInto: (target, start) => attempt(action, () => file.readInto(target, start)),
      readSync: (target, start) => {
        try {
          file.readSync(target, start);
        } catch (error) {
          throw toStorageError(error, action);
        }
      },
      close: () => attempt(action, () => file.close()),
    };
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const writer = await this.create(name);
    try {
      await writer.append(bytes);
    } finally {
      await writer.close();
    }
  }

  async create(name: string): Promise<FileWriter> {
    const action = `cannot write ${quote(name)}`;
    const path = this.#path(name);
    const file = await attempt(action, async () => new NodeFileWriter(path), name);
    return {
      append: (bytes) => attempt(action, () => file.append(bytes)),
      close: () => attempt(action, () => file.close()),
    };
  }

  async sync(name: string): Promise<void> {
    const action = `cannot make ${quote(name)} durable`;
    const path = this.#path(name);
    await attempt(action, () => syncPath(path, "r+"), name);
  }

  async rename(from: string, to: string): Promise<void> {
    await attempt(`cannot rename ${quote(from)} to ${quote(to)}`, () =>
      rename(this.#path(from), this.#path(to)),
    );
  }

  async syncNames(): Promise<void> {
    // Windows cannot open a folder to sync it; its file systems journal names themselves.
    if (process.platform === "win32") return;
    await attempt("cannot make file names durable", () => syncPath(this.#folder, "r"));
  }

  async remove(name: string): Promise<void> {
    await attempt(`cannot remove ${quote(name)}`, () => unlink(this.#path(name)), name);
  }

  async list(): Promise<readonly string[]> {
    const entries = await attempt("cannot list the folder", () =>
      readdir(this.#folder, { withFileTypes: true }),
    );
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
    return files.map((entry) => entry.name).sort(compareBytes);
  }

  async lock(name: string): Promise<() => Promise<void>> {
    const lock = await acquireLock(this.#folder, checkFileName(name));
    this.#locks.set(name, lock);
    return async () => {
      if (this.#locks.get(name) !== lock) return;
      this.#locks.delete(name);
      const action = `cannot release the lock ${quote(name)}`;
      await attempt(action, () => lock.release());
    };
  }

  async isLocked(name: string): Promise<boolean> {
    const action = `cannot look at the lock ${quote(name)}`;
    return attempt(action, async () => (await this.#locks.get(name)?.isHeld()) ?? false);
  }

  async #withFile(name: string, use: (file: OpenFile) => Promise<Uint8Array>): Promise<Uint8Array> {
    const file = await this.openFile(name);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  #path(name: string): string {
    return join(this.#folder, checkFileName(name));
  }
}

/** Waits until a file or folder is durable. */
async function syncPath(path: string, flags: "r" | "r+"): Promise<void> {
  const descriptor = openSync(path, flags);
  try {
    await syncDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Runs one file-system call and converts its error. */
async function attempt<T>(action: string, call: () => Promise<T>, name?: string): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (name !== undefined && code === "ENOENT") throw notFound("file", name);
    if (name !== undefined && code === "EEXIST") throw alreadyExists(name);
    throw toStorageError(error, action);
  }
}
