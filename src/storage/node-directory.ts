/** A directory on disk, in Node. */

import { type FileHandle, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { compareBytes } from "../common/bytes/byte-order.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { shareableBytes } from "../common/threads/shared-memory.ts";
import type { Directory, FileWriter } from "./directory.ts";
import { checkedName } from "./file-name.ts";
import { asStorageError } from "./node-errors.ts";
import { NodeFiles } from "./node-files.ts";
import { takeLock } from "./node-lock.ts";
import { alreadyExists, notFound } from "./storage-errors.ts";

/** One read call takes at most 2 GiB; larger files are read in steps of this. */
const STEP_BYTES = 1 << 30;

export class NodeDirectory implements Directory {
  readonly place: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.place = `the folder ${quote(folder)}`;
    this.#folder = folder;
  }

  /** Opens a folder that must exist; `NOT_FOUND` otherwise. */
  static async openExisting(folder: string): Promise<NodeDirectory> {
    if ((await new NodeFiles().kind(folder)) !== "folder") throw notFound("folder", folder);
    return new NodeDirectory(folder);
  }

  /** Opens a folder, making it and its parents if they are missing. */
  static async open(folder: string): Promise<NodeDirectory> {
    await attempt(`cannot make the folder ${quote(folder)}`, () =>
      mkdir(folder, { recursive: true }),
    );
    return new NodeDirectory(folder);
  }

  read(name: string): Promise<Uint8Array> {
    return this.#readInto(name, (length) => new Uint8Array(length));
  }

  readShared(name: string): Promise<Uint8Array> {
    return this.#readInto(name, shareableBytes);
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
    const what = `cannot write ${quote(name)}`;
    const file = await this.#open(name, "wx", what);
    return {
      append: (bytes) => attempt(what, () => file.writeFile(bytes)),
      close: () => attempt(what, () => file.close()),
    };
  }

  async sync(name: string): Promise<void> {
    const what = `cannot make ${quote(name)} durable`;
    const file = await this.#open(name, "r+", what);
    await attempt(what, () => file.sync().finally(() => file.close()));
  }

  async rename(from: string, to: string): Promise<void> {
    await attempt(`cannot rename ${quote(from)} to ${quote(to)}`, () =>
      rename(this.#path(from), this.#path(to)),
    );
  }

  async syncNames(): Promise<void> {
    // Windows cannot open a folder to sync it; its file systems journal names by themselves.
    if (process.platform === "win32") return;
    await attempt("cannot make file names durable", async () => {
      const folder = await open(this.#folder, "r");
      await folder.sync().finally(() => folder.close());
    });
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
    return takeLock(this.#folder, checkedName(name));
  }

  async #readInto(name: string, allocate: (length: number) => Uint8Array): Promise<Uint8Array> {
    const what = `cannot read ${quote(name)}`;
    const file = await this.#open(name, "r", what);
    try {
      return await attempt(what, async () => {
        const bytes = allocate((await file.stat()).size);
        await fill(file, bytes, name);
        return bytes;
      });
    } finally {
      await file.close();
    }
  }

  #open(name: string, flags: string, what: string): Promise<FileHandle> {
    const path = this.#path(name);
    return attempt(what, () => open(path, flags), name);
  }

  #path(name: string): string {
    return join(this.#folder, checkedName(name));
  }
}

async function fill(file: FileHandle, bytes: Uint8Array, name: string): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const step = Math.min(STEP_BYTES, bytes.length - at);
    const { bytesRead } = await file.read(bytes, at, step, at);
    if (bytesRead === 0) {
      throw new TermwiseError("IO", `${quote(name)} ended at byte ${at} while it was read`);
    }
    at += bytesRead;
  }
}

/** Runs one call of the file system and gives its failure our form. */
async function attempt<T>(what: string, call: () => Promise<T>, name?: string): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (name !== undefined && code === "ENOENT") throw notFound("file", name);
    if (name !== undefined && code === "EEXIST") throw alreadyExists(name);
    throw asStorageError(error, what);
  }
}
