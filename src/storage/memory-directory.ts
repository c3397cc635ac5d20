/** A directory in memory: for tests, and for indexes that need not outlive a browser tab. */

import { compareBytes, concatenate } from "../common/bytes/index.ts";
import { TermwiseError } from "../common/errors.ts";
import type { Directory, FileWriter, OpenFile } from "./directory.ts";
import { checkFileName } from "./file-name.ts";
import { copyToShared, openBytes } from "./memory-file.ts";
import { alreadyExists, locked, notFound } from "./storage-errors.ts";

/** A directory in memory. */
export class MemoryDirectory implements Directory {
  readonly location = "memory";
  readonly isInMemory = true;
  readonly #files: Map<string, Uint8Array>;
  readonly #locks = new Set<string>();

  /** Starts with copies of `contents`. */
  constructor(contents: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#files = new Map([...contents].map(([name, bytes]) => [name, bytes.slice()]));
  }

  async read(name: string): Promise<Uint8Array> {
    return this.#getBytes(name).slice();
  }

  async readShared(name: string): Promise<Uint8Array> {
    return copyToShared(this.#getBytes(name));
  }

  async openFile(name: string): Promise<OpenFile> {
    return openBytes(this.#getBytes(name), name);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#files.has(checkFileName(name))) throw alreadyExists(name);
    this.#files.set(name, bytes.slice());
  }

  async create(name: string): Promise<FileWriter> {
    await this.write(name, new Uint8Array(0));
    const parts: Uint8Array[] = [];
    let closed = false;
    return {
      append: async (bytes) => {
        if (closed) throw new TermwiseError("IO", `${name} is closed`);
        parts.push(bytes.slice());
      },
      close: async () => {
        closed = true;
        this.#files.set(name, concatenate(parts));
      },
    };
  }

  async sync(name: string): Promise<void> {
    this.#getBytes(name);
  }

  async rename(from: string, to: string): Promise<void> {
    const bytes = this.#getBytes(from);
    this.#files.set(checkFileName(to), bytes);
    if (from !== to) this.#files.delete(from);
  }

  async syncNames(): Promise<void> {}

  async remove(name: string): Promise<void> {
    this.#getBytes(name);
    this.#files.delete(name);
  }

  async list(): Promise<readonly string[]> {
    return [...this.#files.keys()].sort(compareBytes);
  }

  async lock(name: string): Promise<() => Promise<void>> {
    if (this.#locks.has(checkFileName(name))) throw locked(name, "this process");
    this.#locks.add(name);
    return async () => void this.#locks.delete(name);
  }

  async isLocked(name: string): Promise<boolean> {
    return this.#locks.has(name);
  }

  #getBytes(name: string): Uint8Array {
    const bytes = this.#files.get(checkFileName(name));
    if (bytes === undefined) throw notFound("file", name);
    return bytes;
  }
}
