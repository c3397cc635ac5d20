/**
 * A large file that is read in pages on demand instead of being loaded into memory.
 *
 * When it is opened, all of it is read once in small steps and verified against its checksum, and
 * the checksum of each page is stored. A page is verified against its own checksum whenever it is
 * read again. So damage is detected whether it existed when the file was opened or occurred later.
 */

import { type Crc32, loadCrc32 } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import type { OpenFile } from "../../storage/directory.ts";
import { checkFrame, type FileKind, type FrameExpectation } from "./file-frame.ts";
import type { PageCache } from "./page-cache.ts";
import { checkSlice, type SlicedFrame } from "./sliced-section.ts";

/** The default: small enough to be read for a few bytes, about ten microseconds. */
export const PAGE_BYTES: number = 1 << 14;
/** Bytes read at a time during verification; a multiple of the page size. */
const STEP_BYTES = 1 << 20;

/** Largest buffer that is retained between slices. */
const MAX_BUFFER_BYTES = 1 << 20;

/** An open file that can be read synchronously. */
export type SyncReadableFile = OpenFile & Required<Pick<OpenFile, "readSync">>;

/** How a file is cut into pages. */
export interface PageOptions {
  /** A power of two, at most 1 MiB. Default 16 KiB. */
  readonly pageBytes?: number;
  /** Without a cache, a slice is valid until the next call, for callers that use it at once. */
  readonly cache?: PageCache | undefined;
  /** With a cache: a slice is valid until the next call all the same, so that memory is reused. */
  readonly reusesPages?: boolean;
}

/** Checks every byte of a file and returns its sections. Only the pages in `cache` stay in memory. */
export async function openPaged(
  name: string,
  file: SyncReadableFile,
  kind: FileKind,
  expected: FrameExpectation,
  { pageBytes = PAGE_BYTES, cache, reusesPages = false }: PageOptions = {},
): Promise<SlicedFrame> {
  const crc32 = await loadCrc32();
  const { size } = file;
  const pages = new Uint32Array(Math.ceil(size / pageBytes));
  const step = new Uint8Array(Math.min(STEP_BYTES, size));
  let crc = 0;
  for (let at = 0; at < size; at += STEP_BYTES) {
    const bytes = step.subarray(0, Math.min(STEP_BYTES, size - at));
    await file.readInto(bytes, at);
    // The last four bytes are the checksum of everything before them.
    crc = crc32(bytes.subarray(0, Math.max(0, size - 4 - at)), crc);
    for (let from = 0; from < bytes.length; from += pageBytes) {
      pages[(at + from) / pageBytes] = crc32(bytes.subarray(from, from + pageBytes));
    }
  }
  const paged = new PagedFile(name, file, pages, crc32, { pageBytes, cache, reusesPages });
  const { ranges } = checkFrame(
    {
      file: name,
      length: size,
      slice: (from, to) => paged.slice(from, to).slice(),
      crc: () => crc,
    },
    kind,
    expected,
  );
  return {
    sections: ranges.map(({ start, length }) => ({
      file: name,
      start,
      length,
      slice: (from, to) => {
        checkSlice({ file: name, start }, length, from, to);
        return paged.slice(start + from, start + to);
      },
    })),
  };
}

class PagedFile {
  readonly #name: string;
  readonly #file: SyncReadableFile;
  readonly #crcs: Uint32Array;
  readonly #crc32: Crc32;
  readonly #pageBytes: number;
  readonly #cache: PageCache | undefined;
  readonly #reusesPages: boolean;
  /** Holds the pages of one slice. */
  #buffer = new Uint8Array(0);

  constructor(
    name: string,
    file: SyncReadableFile,
    crcs: Uint32Array,
    crc32: Crc32,
    { pageBytes, cache, reusesPages = false }: PageOptions & { readonly pageBytes: number },
  ) {
    this.#reusesPages = reusesPages;
    this.#pageBytes = pageBytes;
    this.#name = name;
    this.#file = file;
    this.#crcs = crcs;
    this.#crc32 = crc32;
    this.#cache = cache;
  }

  /** The bytes of a range inside the file. */
  slice(from: number, to: number): Uint8Array {
    const first = Math.floor(from / this.#pageBytes);
    const start = first * this.#pageBytes;
    const cache = this.#cache;
    if (cache === undefined) return this.#readPages(start, to).subarray(from - start, to - start);
    if (to <= start + this.#pageBytes) {
      return this.#page(cache, first).subarray(from - start, to - start);
    }
    const bytes = this.#reusesPages ? this.#takeBuffer(to - from) : new Uint8Array(to - from);
    for (let at = from; at < to; ) {
      const page = Math.floor(at / this.#pageBytes);
      const end = Math.min(to, (page + 1) * this.#pageBytes);
      const base = page * this.#pageBytes;
      bytes.set(this.#page(cache, page).subarray(at - base, end - base), at - from);
      at = end;
    }
    return bytes;
  }

  #page(cache: PageCache, page: number): Uint8Array {
    const start = page * this.#pageBytes;
    const read = (memory?: Uint8Array): Uint8Array => {
      const length = Math.min(this.#pageBytes, this.#file.size - start);
      const isFitting = memory !== undefined && memory.length === length;
      return this.#fill(isFitting ? memory : new Uint8Array(length), start);
    };
    return this.#reusesPages
      ? cache.getReusable(this, page, this.#pageBytes, read)
      : cache.get(this, page, read);
  }

  /** Reads whole pages from `start` to at least `to`, into a buffer that the next call reuses. */
  #readPages(start: number, to: number): Uint8Array {
    const end = Math.min(this.#file.size, Math.ceil(to / this.#pageBytes) * this.#pageBytes);
    const length = Math.max(0, end - start);
    return this.#fill(this.#takeBuffer(length), start);
  }

  /** Memory that the next call reuses. A buffer for an unusually long slice is not retained. */
  #takeBuffer(length: number): Uint8Array {
    if (length > MAX_BUFFER_BYTES) return new Uint8Array(length);
    if (this.#buffer.length < length) this.#buffer = new Uint8Array(2 * length);
    return this.#buffer.subarray(0, length);
  }

  /** Reads whole pages from `start` on and verifies each. */
  #fill(bytes: Uint8Array, start: number): Uint8Array {
    this.#file.readSync(bytes, start);
    for (let at = 0; at < bytes.length; at += this.#pageBytes) {
      const crc = this.#crc32(bytes.subarray(at, at + this.#pageBytes));
      if (crc !== this.#crcs[(start + at) / this.#pageBytes]) {
        const reason = "it has changed since the index was opened";
        throw corrupt(this.#name, start + at, reason);
      }
    }
    return bytes;
  }
}
