/** Files on disk, in Node. */

import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { compareBytes } from "../common/bytes/byte-order.ts";
import { quote } from "../common/errors.ts";
import type { Files } from "./files.ts";
import { asStorageError } from "./node-errors.ts";
import { notFound } from "./storage-errors.ts";

const CHUNK_BYTES = 1 << 18;

export class NodeFiles implements Files {
  async kind(path: string): Promise<"file" | "folder" | undefined> {
    try {
      return (await stat(path)).isDirectory() ? "folder" : "file";
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw asStorageError(error, `cannot look at ${quote(path)}`);
    }
  }

  async list(folder: string): Promise<readonly string[]> {
    if ((await this.kind(folder)) !== "folder") throw notFound("folder", folder);
    try {
      return (await readdir(folder)).sort(compareBytes);
    } catch (error) {
      throw asStorageError(error, `cannot list ${quote(folder)}`);
    }
  }

  async size(path: string): Promise<number> {
    if ((await this.kind(path)) !== "file") throw notFound("file", path);
    return (await stat(path)).size;
  }

  async *read(path: string): AsyncGenerator<Uint8Array> {
    if ((await this.kind(path)) !== "file") throw notFound("file", path);
    try {
      yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
    } catch (error) {
      throw asStorageError(error, `cannot read ${quote(path)}`);
    }
  }

  async write(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const pending = `${path}.pending`;
    try {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(pending, "w");
      try {
        for await (const chunk of chunks) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(pending, path);
    } catch (error) {
      await rm(pending, { force: true }).catch(() => {}); // the first failure is the one to tell
      throw asStorageError(error, `cannot write ${quote(path)}`);
    }
  }
}
