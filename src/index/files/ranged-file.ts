/**
 * A remote file, for example on a web server: ranges are fetched on demand (page-fault.ts) and
 * cached.
 *
 * The file is not verified against its checksum, because that would fetch all of it. Header and
 * footer prove that it is the committed file; the fetching directory ensures that later ranges
 * belong to the same file.
 */

import type { OpenFile } from "../../storage/directory.ts";
import { checkFrame, type FileKind, type Frame, type FrameExpectation } from "./file-frame.ts";
import { PageFault, retryOnPageFault } from "./page-fault.ts";
import { checkSlice, type SlicedFrame } from "./sliced-section.ts";

/**
 * Ranges are rounded to pages of this size: far smaller than a block of stored fields, but
 * neighbours are fetched together.
 */
const PAGE_BYTES = 1 << 12;

/**
 * Files of these kinds have their offsets at the end: about a 32nd of the file, which is fetched
 * with the footer if it is short.
 */
const KINDS_WITH_TRAILING_OFFSETS: ReadonlySet<FileKind> = new Set(["terms"]);
const TRAILING_OFFSET_BYTES = 3 * PAGE_BYTES;

/**
 * The sections of a remote file; `slice` throws `PageFault` for bytes that have not been fetched.
 */
export async function openRanged(
  name: string,
  file: OpenFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<SlicedFrame> {
  const ranged = new RangedFile(file);
  const { ranges } = await openFrameEnds(name, ranged, kind, expected);
  return {
    sections: ranges.map(({ start, length }) => ({
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
 * The same for a file that is read in place: its buffer has the full length, zero where it has not
 * been fetched, so the reader of a range calls `need` first.
 */
export async function openRangedBuffer(
  name: string,
  file: OpenFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<Frame> {
  const bytes = new Uint8Array(file.size);
  const ranged = new RangedFile(file, bytes);
  const { ranges, ...frame } = await openFrameEnds(name, ranged, kind, expected);
  return {
    ...frame,
    sections: ranges.map(({ start, length }) => ({
      file: name,
      start,
      bytes: bytes.subarray(start, start + length),
      need: (from, to) => ranged.need(start + Math.max(from, 0), start + Math.min(to, length)),
    })),
  };
}

/** Fetches both ends of a file and checks them. */
async function openFrameEnds(
  name: string,
  ranged: RangedFile,
  kind: FileKind,
  expected: FrameExpectation,
): Promise<ReturnType<typeof checkFrame>> {
  const { size } = ranged;
  const end =
    size -
    (KINDS_WITH_TRAILING_OFFSETS.has(kind) ? Math.min(size >>> 5, TRAILING_OFFSET_BYTES) : 1);
  await Promise.all([ranged.fetch(0, 1), ranged.fetch(end, size)]);
  const slice = (from: number, to: number): Uint8Array => ranged.slice(from, to);
  const crc = (): number => {
    const end = slice(size - 4, size);
    return new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  };
  const content = { file: name, length: size, slice, crc };
  return retryOnPageFault(() => checkFrame(content, kind, expected));
}

class RangedFile {
  readonly #file: OpenFile;
  readonly #buffer: Uint8Array | undefined;
  readonly #pageBytes: number;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #pending = new Map<number, Promise<void>>();

  /** Fetched bytes are stored in `buffer`, if given, which has the length of the file. */
  constructor(file: OpenFile, buffer?: Uint8Array) {
    this.#file = file;
    this.#buffer = buffer;
    this.#pageBytes = file.pageBytes ?? PAGE_BYTES;
  }

  get size(): number {
    return this.#file.size;
  }

  get isPacked(): boolean {
    return this.#file.pageBytes !== undefined;
  }

  slice(from: number, to: number): Uint8Array {
    this.need(from, to);
    if (this.#buffer !== undefined) return this.#buffer.subarray(from, to);
    const first = Math.floor(from / this.#pageBytes);
    const start = first * this.#pageBytes;
    if (to <= start + this.#pageBytes)
      return this.#readPage(first).subarray(from - start, to - start);
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to; ) {
      const page = Math.floor(at / this.#pageBytes);
      const base = page * this.#pageBytes;
      const end = Math.min(to, base + this.#pageBytes);
      bytes.set(this.#readPage(page).subarray(at - base, end - base), at - from);
      at = end;
    }
    return bytes;
  }

  /** Throws `PageFault` for a whole range if any of it has not been fetched. */
  need(from: number, to: number): void {
    for (let page = Math.floor(from / this.#pageBytes); page * this.#pageBytes < to; page++) {
      if (!this.#pages.has(page)) throw new PageFault([{ file: this, from, to }]);
    }
  }

  /** Fetches the missing pages of a range, adjacent ones with one request. */
  async fetch(from: number, to: number): Promise<void> {
    const waiting: Promise<void>[] = [];
    const last = Math.ceil(Math.min(to, this.#file.size) / this.#pageBytes);
    for (let page = Math.floor(from / this.#pageBytes); page < last; ) {
      const pending = this.#pending.get(page);
      if (pending !== undefined) waiting.push(pending);
      if (pending !== undefined || this.#pages.has(page)) {
        page++;
        continue;
      }
      const first = page;
      while (page < last && !this.#pages.has(page) && !this.#pending.has(page)) page++;
      const fetching = this.#fetchPages(first, page);
      for (let each = first; each < page; each++) this.#pending.set(each, fetching);
      waiting.push(fetching);
    }
    await Promise.all(waiting);
  }

  async #fetchPages(first: number, end: number): Promise<void> {
    try {
      const start = first * this.#pageBytes;
      const bytes = await this.#file.read(start, (end - first) * this.#pageBytes);
      this.#buffer?.set(bytes, start);
      const source = this.#buffer?.subarray(start, start + bytes.length) ?? bytes;
      for (let page = first; page < end; page++) {
        const at = (page - first) * this.#pageBytes;
        this.#pages.set(page, source.subarray(at, at + this.#pageBytes));
      }
    } finally {
      for (let page = first; page < end; page++) this.#pending.delete(page);
    }
  }

  #readPage(page: number): Uint8Array {
    return this.#pages.get(page) as Uint8Array;
  }
}
