/** The bytes of a file of which some pages are here: memory is taken for what was fetched, not for the whole file. */

import { countPages, PACK_PAGE } from "./pack-head.ts";

/** Memory is taken in blocks of this length, a multiple of the page. */
const BLOCK_BYTES = 1 << 14;

/** A file that is filled as its pages come. */
export class SparseBytes {
  readonly #size: number;
  readonly #blocks = new Map<number, Uint8Array>();
  /** 1 for each page that is here. */
  readonly #present: Uint8Array;

  /** `size` is the length of the file. */
  constructor(size: number) {
    this.#size = size;
    this.#present = new Uint8Array(countPages(size));
  }

  /** Puts bytes to a place that begins with a page, and that ends with one or with the file. */
  set(bytes: Uint8Array, at: number): void {
    this.#eachBlock(at, at + bytes.length, (block, from, to, start) => {
      this.#block(block).set(bytes.subarray(from - at, to - at), from - start);
    });
    this.#present.fill(1, at / PACK_PAGE, countPages(at + bytes.length));
  }

  /** A copy of a range that is here. */
  slice(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from);
    this.#eachBlock(from, to, (block, first, last, start) => {
      bytes.set(this.#block(block).subarray(first - start, last - start), first - from);
    });
    return bytes;
  }

  /** The parts of a range whose pages are not here. */
  findMissing(from: number, to: number): { readonly from: number; readonly to: number }[] {
    const end = countPages(Math.min(to, this.#size));
    const parts: { from: number; to: number }[] = [];
    for (let page = Math.floor(from / PACK_PAGE); ; ) {
      const first = this.#present.indexOf(0, page);
      if (first < 0 || first >= end) return parts;
      const next = this.#present.indexOf(1, first);
      page = next < 0 ? end : Math.min(next, end);
      parts.push({ from: PACK_PAGE * first, to: Math.min(PACK_PAGE * page, to) });
    }
  }

  #block(block: number): Uint8Array {
    const bytes = this.#blocks.get(block) ?? new Uint8Array(BLOCK_BYTES);
    this.#blocks.set(block, bytes);
    return bytes;
  }

  /** Calls `each` with every block of a range, the part of the range in it, and where the block starts. */
  #eachBlock(
    from: number,
    to: number,
    each: (block: number, from: number, to: number, start: number) => void,
  ): void {
    for (let at = from; at < to; ) {
      const block = Math.floor(at / BLOCK_BYTES);
      const end = Math.min(to, (block + 1) * BLOCK_BYTES);
      each(block, at, end, block * BLOCK_BYTES);
      at = end;
    }
  }
}
