/**
 * An open file of a `Directory`, in Node.
 *
 * On POSIX a descriptor keeps the bytes whatever happens to the name; on Windows an open file
 * either stays until it is closed or cannot be removed, which has the same effect. A snapshot that
 * is dropped without being closed must not leak its descriptors, and Node's own file handles print
 * a warning when they are garbage-collected, so this is a bare descriptor that is closed silently
 * with its object.
 */

import { shareableBytes } from "../common/bytes/index.ts";
import { corrupt, quote, TermwiseError } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";
import type { OpenFile } from "./directory.ts";
import { endedEarly } from "./storage-errors.ts";

const { close, closeSync, constants, fstatSync, openSync, read, readSync } =
  loadNodeModule("node:fs");
const { promisify } = loadNodeModule("node:util");

/** One read call returns at most 2 GiB; larger files are read in steps of this size. */
const STEP_BYTES = 1 << 30;

/** Longer pieces are read by another thread. A shorter one takes less time than the change of threads. */
const MAX_SYNC_BYTES = 1 << 16;

// A page that evaluates this file has no `promisify`.
const readDescriptor = promisify?.(read);

const descriptorFinalizer = new FinalizationRegistry<number>((descriptor) =>
  close(descriptor, () => {}),
);

export class NodeOpenFile implements OpenFile {
  readonly size: number;
  readonly #name: string;
  #descriptor: number | undefined;

  private constructor(name: string, descriptor: number, size: number) {
    this.#name = name;
    this.#descriptor = descriptor;
    this.size = size;
    descriptorFinalizer.register(this, descriptor, this);
  }

  /** Throws the errors of the operating system. */
  static async open(path: string, name: string): Promise<NodeOpenFile> {
    // Without blocking, because opening a pipe would wait for a writer. A file is read as ever.
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const status = fstatSync(descriptor);
      if (!status.isFile()) throw corrupt(name, 0, "it is not a regular file");
      return new NodeOpenFile(name, descriptor, status.size);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  async read(start: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - start)));
    await this.#fill(bytes, start);
    return bytes;
  }

  async readShared(): Promise<Uint8Array> {
    const bytes = shareableBytes(this.size);
    await this.#fill(bytes, 0);
    return bytes;
  }

  readInto(target: Uint8Array, start: number): Promise<void> {
    return this.#fill(target, start);
  }

  readSync(target: Uint8Array, start: number): void {
    for (let at = 0; at < target.length; ) {
      const step = Math.min(STEP_BYTES, target.length - at);
      const bytesRead = readSync(this.#requireDescriptor(), target, at, step, start + at);
      if (bytesRead === 0) throw endedEarly(this.#name, start + at);
      at += bytesRead;
    }
  }

  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    descriptorFinalizer.unregister(this);
    closeSync(descriptor);
  }

  async #fill(bytes: Uint8Array, start: number): Promise<void> {
    if (bytes.length <= MAX_SYNC_BYTES) {
      this.readSync(bytes, start);
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const step = Math.min(STEP_BYTES, bytes.length - at);
      const { bytesRead } = await readDescriptor(
        this.#requireDescriptor(),
        bytes,
        at,
        step,
        start + at,
      );
      if (bytesRead === 0) throw endedEarly(this.#name, start + at);
      at += bytesRead;
    }
  }

  #requireDescriptor(): number {
    if (this.#descriptor === undefined) {
      throw new TermwiseError("IO", `${quote(this.#name)} is closed`);
    }
    return this.#descriptor;
  }
}
