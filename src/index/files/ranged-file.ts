/**
 * A file that is far away, as on a web server: parts of it are fetched as they
 * are used (missing-bytes.ts), and kept.
 *
 * The whole file is not held against its checksum, since that would fetch it;
 * that it is the committed one is told by its header and footer, and that later
 * parts are of the same file by whoever fetches them.
 */

import type { OpenFile } from "../../storage/directory.ts";
import { checkFrame, type FileKind, type Frame, type FrameExpectation } from "./file-frame.ts";
import { MissingBytes, withFetchedBytes } from "./missing-bytes.ts";
import { checkSlice, type SlicedFrame } from "./sliced-section.ts";

/** What is fetched is rounded to pages of this size: far less than a block of stored fields, neighbours come together. */
const PAGE_BYTES = 1 << 12;

/** At the end of such files stands where everything is: about a 32nd of the file, which comes with the footer where it is short. */
const ENDS_IN_PLACES: ReadonlySet<FileKind> = new Set(["terms"]);
const PLACES_BYTES = 3 * PAGE_BYTES;

/** The sections of a file that is far away; `slice` throws `MissingBytes` for what is not here. */
export async function openRanged(
  name: string,
  file: OpenFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<SlicedFrame> {
  const ranged = new RangedFile(file);
  const { places } = await openEnds(name, ranged, kind, expected);
  return {
    sections: places.map(({ start, length }) => ({
      file: name,
      start,
      length,
      slice: (from, to) => {
        checkSlice({ file: name, start }, length, from, to);
        return ranged.slice(start + from, start + to);
      },
      need: (from, to) => ranged.need(start + from, start + Math.min(to, length)),
    })),
  };
}

/**
 * The same for a file that is read where it lies in memory: there is room for all of it, zero until
 * it is fetched, so whoever reads a range calls `need` before.
 */
export async function openInPlace(
  name: string,
  file: OpenFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<Frame> {
  const bytes = new Uint8Array(file.size);
  const ranged = new RangedFile(file, bytes);
  const { places, ...frame } = await openEnds(name, ranged, kind, expected);
  return {
    ...frame,
    sections: places.map(({ start, length }) => ({
      file: name,
      start,
      bytes: bytes.subarray(start, start + length),
      need: (from, to) => ranged.need(start + Math.max(from, 0), start + Math.min(to, length)),
    })),
  };
}

/** Fetches both ends of a file and checks them. */
async function openEnds(
  name: string,
  ranged: RangedFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<ReturnType<typeof checkFrame>> {
  const { size } = ranged;
  const end = size - (ENDS_IN_PLACES.has(kind) ? Math.min(size >>> 5, PLACES_BYTES) : 1);
  await Promise.all([ranged.fetch(0, 1), ranged.fetch(end, size)]);
  const slice = (from: number, to: number): Uint8Array => ranged.slice(from, to);
  const crc = (): number => {
    const end = slice(size - 4, size);
    return new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  };
  const content = { file: name, length: size, slice, crc };
  return withFetchedBytes(() => checkFrame(content, kind, expected));
}

class RangedFile {
  readonly #file: OpenFile;
  readonly #whole: Uint8Array | undefined;
  readonly #page: number;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #coming = new Map<number, Promise<void>>();

  /** `whole`, where given, has room for the file, and what is fetched goes there. */
  constructor(file: OpenFile, whole?: Uint8Array) {
    this.#file = file;
    this.#whole = whole;
    this.#page = file.pageBytes ?? PAGE_BYTES;
  }

  get size(): number {
    return this.#file.size;
  }

  get isPacked(): boolean {
    return this.#file.pageBytes !== undefined;
  }

  slice(from: number, to: number): Uint8Array {
    this.need(from, to);
    if (this.#whole !== undefined) return this.#whole.subarray(from, to);
    const first = Math.floor(from / this.#page);
    const start = first * this.#page;
    if (to <= start + this.#page) return this.#bytesOf(first).subarray(from - start, to - start);
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to; ) {
      const page = Math.floor(at / this.#page);
      const base = page * this.#page;
      const end = Math.min(to, base + this.#page);
      bytes.set(this.#bytesOf(page).subarray(at - base, end - base), at - from);
      at = end;
    }
    return bytes;
  }

  /** Throws `MissingBytes` for all of a range at once, if any of it is not here. */
  need(from: number, to: number): void {
    for (let page = Math.floor(from / this.#page); page * this.#page < to; page++) {
      if (!this.#pages.has(page)) throw new MissingBytes([{ file: this, from, to }]);
    }
  }

  /** Fetches the pages of a range that are not here, neighbours with one request. */
  async fetch(from: number, to: number): Promise<void> {
    const waiting: Promise<void>[] = [];
    const last = Math.ceil(Math.min(to, this.#file.size) / this.#page);
    for (let page = Math.floor(from / this.#page); page < last; ) {
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
      const start = first * this.#page;
      const bytes = await this.#file.read(start, (end - first) * this.#page);
      this.#whole?.set(bytes, start);
      const source = this.#whole?.subarray(start, start + bytes.length) ?? bytes;
      for (let page = first; page < end; page++) {
        const at = (page - first) * this.#page;
        this.#pages.set(page, source.subarray(at, at + this.#page));
      }
    } finally {
      for (let page = first; page < end; page++) this.#coming.delete(page);
    }
  }

  #bytesOf(page: number): Uint8Array {
    return this.#pages.get(page) as Uint8Array;
  }
}
