/**
 * A folder of the origin private file system: a writable index that a browser stores for a site, in
 * pages and in workers.
 *
 * A file becomes visible when it is closed. Until then the browser has an empty file of its name,
 * which counts as missing here: so a tab that is closed during a write leaves no partial file, and
 * no empty commit. The lock of a writer is a Web Lock, which the browser releases with the tab that
 * holds it.
 */

import { compareBytes, shareableBytes } from "../common/bytes/index.ts";
import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { Directory, FileWriter, OpenFile } from "./directory.ts";
import { checkFileName } from "./file-name.ts";
import { alreadyExists, endedEarly, locked, notFound } from "./storage-errors.ts";

/** A directory that a browser stores for the origin of a page. */
export class OpfsDirectory implements Directory {
  readonly location: string;
  /** The name of the folder. */
  readonly name: string;
  readonly #folder: FileSystemDirectoryHandle;
  readonly #locks = new Set<string>();
  /** Open files; they outlive their names. */
  readonly #openFiles = new Map<string, Set<OpfsFile>>();

  private constructor(name: string, folder: FileSystemDirectoryHandle) {
    this.name = name;
    this.location = `the folder ${quote(name)} of the browser`;
    this.#folder = folder;
  }

  /**
   * Opens a folder by name; creates it if it is missing. Fails with `UNAVAILABLE` if the browser
   * stores no files for the page.
   */
  static async open(name: string): Promise<OpfsDirectory> {
    const storage = globalThis.navigator?.storage;
    if (storage?.getDirectory === undefined || navigator.locks === undefined) {
      throw badArgument("only a secure page in a browser has a private file system");
    }
    return attempt(`cannot open the folder ${quote(name)}`, async () => {
      const root = await storage.getDirectory();
      const folder = await root.getDirectoryHandle(checkFileName(name), { create: true });
      return new OpfsDirectory(name, folder);
    });
  }

  async read(name: string): Promise<Uint8Array> {
    const file = await this.#getFile(name);
    return attempt(
      `cannot read ${quote(name)}`,
      async () => new Uint8Array(await file.arrayBuffer()),
      name,
    );
  }

  async readShared(name: string): Promise<Uint8Array> {
    return copyToShared(await this.read(name));
  }

  async openFile(name: string): Promise<OpenFile> {
    const holders = this.#openFiles.get(name) ?? new Set();
    const file = new OpfsFile(name, await this.#getFile(name), () => holders.delete(file));
    holders.add(file);
    this.#openFiles.set(name, holders);
    return file;
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
    if ((await this.list()).includes(checkFileName(name))) throw alreadyExists(name);
    const action = `cannot write ${quote(name)}`;
    const stream = await attempt(action, () => this.#createWritable(name));
    let isFailed = false;
    return {
      append: (bytes) =>
        attempt(action, () => stream.write(bytes.slice())).catch((error: unknown) => {
          isFailed = true;
          throw error;
        }),
      // A failed stream is closed already, and has left an empty file.
      close: async () => (isFailed ? undefined : attempt(action, () => stream.close())),
    };
  }

  /** Closed files are stored by the browser, which guarantees nothing about power failures. */
  async sync(name: string): Promise<void> {
    await this.#getFile(name);
  }

  /** The new file replaces the old one atomically when the copy is closed. */
  async rename(from: string, to: string): Promise<void> {
    const bytes = await this.read(from);
    if (from === to) return;
    await this.#detach(to);
    await attempt(`cannot rename ${quote(from)} to ${quote(to)}`, async () => {
      const stream = await this.#createWritable(to);
      await stream.write(bytes.slice());
      await stream.close();
      await this.#folder.removeEntry(from);
    });
  }

  async syncNames(): Promise<void> {}

  async remove(name: string): Promise<void> {
    await this.#detach(checkFileName(name));
    await attempt(`cannot remove ${quote(name)}`, () => this.#folder.removeEntry(name), name);
  }

  async list(): Promise<readonly string[]> {
    return attempt("cannot list the folder", async () => {
      const names: string[] = [];
      for await (const [name, { kind }] of this.#folder.entries()) {
        if (kind === "file" && !name.endsWith(".crswap")) names.push(name);
      }
      return names.sort(compareBytes);
    });
  }

  async lock(name: string): Promise<() => Promise<void>> {
    const key = `termwise ${this.name}/${checkFileName(name)}`;
    let release: () => void = () => {};
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let released: Promise<unknown> = Promise.resolve();
    const isAcquired = await new Promise<boolean>((resolve, reject) => {
      released = navigator.locks.request(key, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : untilReleased;
      });
      released.catch(reject);
    });
    if (!isAcquired) throw locked(name, "another tab or worker, or this one");
    this.#locks.add(name);
    return async () => {
      this.#locks.delete(name);
      release();
      await released;
    };
  }

  async isLocked(name: string): Promise<boolean> {
    return this.#locks.has(name);
  }

  async #getFile(name: string): Promise<File> {
    const action = `cannot read ${quote(name)}`;
    const path = checkFileName(name);
    const get = async () => (await this.#folder.getFileHandle(path)).getFile();
    const file = await attempt(action, get, name);
    if (file.size === 0) throw notFound("file", name);
    return file;
  }

  async #createWritable(name: string): Promise<FileSystemWritableFileStream> {
    const handle = await this.#folder.getFileHandle(checkFileName(name), { create: true });
    return handle.createWritable();
  }

  /** Copies the bytes of open files to memory before their name is removed. */
  async #detach(name: string): Promise<void> {
    const files = [...(this.#openFiles.get(name) ?? [])];
    this.#openFiles.delete(name);
    await Promise.all(files.map((file) => file.detach()));
  }
}

class OpfsFile implements OpenFile {
  readonly size: number;
  readonly #name: string;
  readonly #onClose: () => void;
  #bytes: Blob;

  constructor(name: string, file: File, onClose: () => void) {
    this.#name = name;
    this.#bytes = file;
    this.size = file.size;
    this.#onClose = onClose;
  }

  async detach(): Promise<void> {
    this.#bytes = new Blob([await this.#bytes.arrayBuffer()]);
  }

  read(start: number, length: number): Promise<Uint8Array> {
    return attempt(
      `cannot read ${quote(this.#name)}`,
      async () => new Uint8Array(await this.#bytes.slice(start, start + length).arrayBuffer()),
      this.#name,
    );
  }

  async readShared(): Promise<Uint8Array> {
    return copyToShared(await this.read(0, this.size));
  }

  async readInto(target: Uint8Array, start: number): Promise<void> {
    const bytes = await this.read(start, target.length);
    if (bytes.length < target.length) throw endedEarly(this.#name, start + bytes.length);
    target.set(bytes);
  }

  async close(): Promise<void> {
    this.#onClose();
  }
}

function copyToShared(bytes: Uint8Array): Uint8Array {
  const memory = shareableBytes(bytes.length);
  memory.set(bytes);
  return memory;
}

/** Runs one browser call and converts its error. */
async function attempt<T>(action: string, call: () => Promise<T>, name?: string): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof TermwiseError || !(error instanceof DOMException)) throw error;
    if (name !== undefined && error.name === "NotFoundError") throw notFound("file", name);
    const reason =
      error.name === "QuotaExceededError"
        ? "the browser grants this site no more storage"
        : error.message;
    const details = { errno: error.name };
    throw new TermwiseError("IO", `${action}: ${reason}`, details, { cause: error });
  }
}
