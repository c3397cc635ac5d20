/**
 * A file being created on disk, in Node.
 *
 * Small pieces are written synchronously. The operating system copies them into its cache, which
 * takes microseconds, where a promise takes 20 to 60 of the processor and waits for a thread. A
 * commit of one document writes ten small files. Nothing here waits for the disk: `sync` does.
 */

import { loadNodeModule } from "../common/node-module.ts";
import type { FileWriter } from "./directory.ts";

const { closeSync, openSync, write, writeSync } = loadNodeModule("node:fs");
const { promisify } = loadNodeModule("node:util");

/** Longer pieces are copied by another thread. */
const MAX_SYNC_BYTES = 1 << 17;

// A page that evaluates this file has no `promisify`.
const writeDescriptor = promisify?.(write);

export class NodeFileWriter implements FileWriter {
  #descriptor: number | undefined;

  /** Creates the file. Throws the errors of the operating system, as do all methods. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "wx");
  }

  async append(bytes: Uint8Array): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) throw new Error("the file is closed");
    for (let at = 0; at < bytes.length; ) {
      const rest = bytes.length - at;
      if (rest <= MAX_SYNC_BYTES) at += writeSync(descriptor, bytes, at, rest);
      else at += (await writeDescriptor(descriptor, bytes, at, rest)).bytesWritten;
    }
  }

  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    closeSync(descriptor);
  }
}
