/** Files on disk, in Node. */

import { compareBytes } from "../common/bytes/index.ts";
import { quote } from "../common/errors.ts";
import { loadNodeModule } from "../common/node-module.ts";
import type { Files } from "./files.ts";
import { resolveWriteTarget, type WriteTarget } from "./node-write-target.ts";
import { notFound, toStorageError } from "./storage-errors.ts";

const { randomBytes } = loadNodeModule("node:crypto");
const { constants, createReadStream, writeSync } = loadNodeModule("node:fs");
const { mkdir, open, readdir, rename, rm, stat } = loadNodeModule("node:fs/promises");
const { basename, dirname, join } = loadNodeModule("node:path");

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const CHUNK_BYTES = 1 << 18;

/** Files on disk, by path: streamed when read, replaced as a whole when written. */
export class NodeFiles implements Files {
  async kind(path: string): Promise<"file" | "folder" | undefined> {
    try {
      return (await stat(path)).isDirectory() ? "folder" : "file";
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw toStorageError(error, `cannot look at ${quote(path)}`);
    }
  }

  async list(folder: string): Promise<readonly string[]> {
    if ((await this.kind(folder)) !== "folder") throw notFound("folder", folder);
    try {
      return (await readdir(folder)).sort(compareBytes);
    } catch (error) {
      throw toStorageError(error, `cannot list ${quote(folder)}`);
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
      throw toStorageError(error, `cannot read ${quote(path)}`);
    }
  }

  async write(path: string, chunks: Chunks): Promise<void> {
    try {
      const target = await resolveWriteTarget(path);
      if (target.kind === "file") await writeAtomically(target.path, target.mode, chunks);
      else await writeToStream(target, chunks);
    } catch (error) {
      throw toStorageError(error, `cannot write ${quote(path)}`);
    }
  }
}

/** Writes under a unique name, so that two writers never mix, and renames the file. */
async function writeAtomically(
  path: string,
  mode: number | undefined,
  chunks: Chunks,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const pending = join(dirname(path), createPendingName(basename(path)));
  try {
    const file = await open(pending, "wx");
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(pending, path);
  } catch (error) {
    await rm(pending, { force: true }).catch(() => {}); // the first failure is the one to report
    throw error;
  }
}

async function writeToStream(
  target: Exclude<WriteTarget, { kind: "file" }>,
  chunks: Chunks,
): Promise<void> {
  if (target.kind === "open") {
    for await (const chunk of chunks) await writeAll(target.descriptor, chunk);
    return;
  }
  const stream = await open(target.path, constants.O_WRONLY);
  try {
    for await (const chunk of chunks) await stream.writeFile(chunk);
  } finally {
    await stream.close();
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Ends in `.pending`, which folder readers skip; short enough beside any name. */
function createPendingName(name: string): string {
  return `${name.slice(0, 60)}.${randomBytes(8).toString("hex")}.pending`;
}
