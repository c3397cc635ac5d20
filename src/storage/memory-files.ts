/** Files in memory: for tests, and for bytes that a user hands to a browser. */

import { compareBytes, concatenate } from "../common/bytes/index.ts";
import type { Files } from "./files.ts";
import { notFound } from "./storage-errors.ts";

/** Small, so that readers see chunk boundaries everywhere. */
const CHUNK_BYTES = 1 << 16;

/** Files in memory, by path. */
export class MemoryFiles implements Files {
  readonly #files = new Map<string, Uint8Array>();

  /** Starts with `contents`, by path; strings become UTF-8. */
  constructor(contents: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [path, content] of Object.entries(contents)) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      this.#files.set(normalisePath(path), bytes);
    }
  }

  async kind(path: string): Promise<"file" | "folder" | undefined> {
    if (this.#files.has(normalisePath(path))) return "file";
    return this.#listNames(path).size > 0 ? "folder" : undefined;
  }

  async list(folder: string): Promise<readonly string[]> {
    const names = this.#listNames(folder);
    if (names.size === 0) throw notFound("folder", folder);
    return [...names].sort(compareBytes);
  }

  async size(path: string): Promise<number> {
    return this.#getBytes(path).length;
  }

  async *read(path: string): AsyncGenerator<Uint8Array> {
    const bytes = this.#getBytes(path);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      yield bytes.subarray(at, at + CHUNK_BYTES);
    }
  }

  async write(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk.slice());
    this.#files.set(normalisePath(path), concatenate(parts));
  }

  #getBytes(path: string): Uint8Array {
    const bytes = this.#files.get(normalisePath(path));
    if (bytes === undefined) throw notFound("file", path);
    return bytes;
  }

  /** Names directly inside a folder. */
  #listNames(folder: string): Set<string> {
    const prefix = normalisePath(folder) === "" ? "" : `${normalisePath(folder)}/`;
    const inside = [...this.#files.keys()].filter((path) => path.startsWith(prefix));
    return new Set(inside.map((path) => path.slice(prefix.length).split("/")[0] as string));
  }
}

/** Removes empty and `.` segments, so that `a/b`, `./a/b` and `a//b/` are the same path. */
function normalisePath(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .join("/");
}
