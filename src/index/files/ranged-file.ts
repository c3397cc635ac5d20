/**
 * A file that is far away, as on a web server: parts of it are fetched as they
 * are used, and kept.
 *
 * What reads an index does not wait for bytes. So where some are missing it is
 * stopped by `MissingBytes`, they are fetched, and it begins again: reading twice
 * gives the same. The whole file is not held against its checksum, since that
 * would fetch it; that it is the committed one is told by its header and footer,
 * and that later parts are of the same file by whoever fetches them.
 */

import type { OpenFile } from "../../storage/directory.ts";
import { checkFrame, type FileKind, type FrameExpectation } from "./file-frame.ts";
import { checkSlice, type SlicedFrame } from "./sliced-section.ts";

/** What is fetched is rounded to pages of this size: far less than a block of stored fields, neighbours come together. */
const PAGE_BYTES = 1 << 12;

/** Bytes that must be fetched before whoever wanted them can go on. */
export class MissingBytes extends Error {
  override readonly name = "MissingBytes";
  readonly fetch: () => Promise<void>;

  constructor(fetch: () => Promise<void>) {
    super("bytes of an index have not been fetched");
    this.fetch = fetch;
  }
}

/** Does some work that only reads, again and again until no bytes are missing. */
export async function withFetchedBytes<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissingBytes)) throw error;
      await error.fetch();
    }
  }
}

/** The sections of a file that is far away; `slice` throws `MissingBytes` for what is not here. */
export async function openRanged(
  name: string,
  file: OpenFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<SlicedFrame> {
  const ranged = new RangedFile(file);
  const { size } = file;
  await Promise.all([ranged.fetch(0, 1), ranged.fetch(size - 1, size)]);
  const slice = (from: number, to: number): Uint8Array => ranged.slice(from, to);
  const crc = (): number => {
    const end = slice(size - 4, size);
    return new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  };
  const content = { file: name, length: size, slice, crc };
  const { places } = await withFetchedBytes(() => checkFrame(content, kind, expected));
  return {
    sections: places.map(({ start, length }) => ({
      file: name,
      start,
      length,
      slice: (from, to) => {
        checkSlice({ file: name, start }, length, from, to);
        return slice(start + from, start + to);
      },
      need: (from, to) => ranged.need(start + from, start + Math.min(to, length)),
    })),
  };
}

class RangedFile {
  readonly #file: OpenFile;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #coming = new Map<number, Promise<void>>();

  constructor(file: OpenFile) {
    this.#file = file;
  }

  slice(from: number, to: number): Uint8Array {
    this.need(from, to);
    const first = Math.floor(from / PAGE_BYTES);
    const start = first * PAGE_BYTES;
    if (to <= start + PAGE_BYTES) return this.#page(first).subarray(from - start, to - start);
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to; ) {
      const page = Math.floor(at / PAGE_BYTES);
      const base = page * PAGE_BYTES;
      const end = Math.min(to, base + PAGE_BYTES);
      bytes.set(this.#page(page).subarray(at - base, end - base), at - from);
      at = end;
    }
    return bytes;
  }

  /** Throws `MissingBytes` for all of a range at once, if any of it is not here. */
  need(from: number, to: number): void {
    for (let page = Math.floor(from / PAGE_BYTES); page * PAGE_BYTES < to; page++) {
      if (!this.#pages.has(page)) throw new MissingBytes(() => this.fetch(from, to));
    }
  }

  /** Fetches the pages of a range that are not here, neighbours with one request. */
  async fetch(from: number, to: number): Promise<void> {
    const waiting: Promise<void>[] = [];
    const last = Math.ceil(Math.min(to, this.#file.size) / PAGE_BYTES);
    for (let page = Math.floor(from / PAGE_BYTES); page < last; ) {
      const coming = this.#coming.get(page);
      if (coming !== undefined) waiting.push(coming);
      if (coming !== undefined || this.#pages.has(page)) {
        page++;
        continue;
      }
      const first = page;
      while (page < last && !this.#pages.has(page) && !this.#coming.has(page)) page++;
      const fetching = this.#fetchPages(first, page);
      for (let each = first; each < page; each++) this.#coming.set(each, fetching);
      waiting.push(fetching);
    }
    await Promise.all(waiting);
  }

  async #fetchPages(first: number, end: number): Promise<void> {
    try {
      const start = first * PAGE_BYTES;
      const bytes = await this.#file.read(start, (end - first) * PAGE_BYTES);
      for (let page = first; page < end; page++) {
        const at = (page - first) * PAGE_BYTES;
        this.#pages.set(page, bytes.subarray(at, at + PAGE_BYTES));
      }
    } finally {
      for (let page = first; page < end; page++) this.#coming.delete(page);
    }
  }

  #page(page: number): Uint8Array {
    return this.#pages.get(page) as Uint8Array;
  }
}
