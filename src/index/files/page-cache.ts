/** The pages of open files in memory. Apart from paged-file.ts, which is loaded on demand. */

/** An LRU cache of the pages of files, limited in bytes. */
export class PageCache {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #files = new WeakMap<object, number>();
  #fileCount = 0;
  /** Pages by file and number, the most recently used last. */
  readonly #pages = new Map<number, Uint8Array>();
  /** Keys of pages without a holder. */
  readonly #reusableKeys = new Set<number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the cached pages. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The page of a file, read with `read` unless it is cached. A failure is not cached. */
  get(file: object, page: number, read: () => Uint8Array): Uint8Array {
    const key = this.#key(file, page);
    const bytes = this.#touch(key) ?? this.#add(key, read());
    this.#evict(this.#maxBytes);
    this.#reusableKeys.delete(key);
    return bytes;
  }

  /**
   * The same for callers that use the page before they ask for another: memory of such a page is
   * reused for the next one, where pages of `pageBytes` would otherwise become garbage with every
   * read. `read` fills the memory that it is given, or creates its own.
   */
  getReusable(
    file: object,
    page: number,
    pageBytes: number,
    read: (memory: Uint8Array | undefined) => Uint8Array,
  ): Uint8Array {
    const key = this.#key(file, page);
    const cached = this.#touch(key);
    if (cached !== undefined) return cached;
    const freed = this.#evict(this.#maxBytes - pageBytes, pageBytes);
    const bytes = this.#add(key, read(freed));
    this.#reusableKeys.add(key);
    return bytes;
  }

  /** Makes a page the most recently used one; undefined if it is not cached. */
  #touch(key: number): Uint8Array | undefined {
    const bytes = this.#pages.get(key);
    if (bytes === undefined) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, bytes);
    return bytes;
  }

  #add(key: number, bytes: Uint8Array): Uint8Array {
    this.#pages.set(key, bytes);
    this.#bytes += bytes.length;
    return bytes;
  }

  /** Drops the oldest pages, and returns one of this length whose memory can be used again. */
  #evict(maxBytes: number, pageBytes?: number): Uint8Array | undefined {
    let freed: Uint8Array | undefined;
    for (const [oldest, bytes] of this.#pages) {
      if (this.#bytes <= maxBytes) break;
      this.#pages.delete(oldest);
      this.#bytes -= bytes.length;
      if (this.#reusableKeys.delete(oldest) && bytes.length === pageBytes) freed = bytes;
    }
    return freed;
  }

  /** Combines both into one number: a file has fewer than 2^21 pages of any useful size. */
  #key(file: object, page: number): number {
    let number = this.#files.get(file);
    if (number === undefined) {
      number = this.#fileCount++;
      this.#files.set(file, number);
    }
    return number * 2 ** 21 + page;
  }
}
