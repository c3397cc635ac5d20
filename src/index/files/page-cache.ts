/** The pages of open files in memory. Apart from paged-file.ts, which is loaded on demand. */

/** An LRU cache of the pages of files, limited in bytes. */
export class PageCache {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #files = new WeakMap<object, number>();
  #fileCount = 0;
  /** Pages by file and number, the most recently used last. */
  readonly #pages = new Map<number, Uint8Array>();

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
    let bytes = this.#pages.get(key);
    if (bytes === undefined) {
      bytes = read();
      this.#bytes += bytes.length;
    } else {
      this.#pages.delete(key);
    }
    this.#pages.set(key, bytes);
    for (const [oldest, { length }] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#pages.delete(oldest);
      this.#bytes -= length;
    }
    return bytes;
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
