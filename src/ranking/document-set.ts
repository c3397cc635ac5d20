/** Sets of documents by number, one bit each. */

import { Bitset } from "../common/bitset.ts";
import type { DocumentFilter } from "./traversal/hits.ts";

/** A filter with known members, which kernels can read. */
export class DocumentSet extends Bitset implements DocumentFilter {
  /** The set with these bits; shares their memory. */
  static fromWords({ buffer, byteOffset, byteLength, length }: Uint32Array): DocumentSet {
    return new DocumentSet(32 * length, new Uint8Array(buffer, byteOffset, byteLength));
  }
}

/** An immutable set with a known size. */
export class CountedDocumentSet extends DocumentSet {
  readonly #size: number;

  /** Shares `words`, in which `size` bits are set. */
  constructor({ buffer, byteOffset, byteLength, length }: Uint32Array, size: number) {
    super(32 * length, new Uint8Array(buffer, byteOffset, byteLength));
    this.#size = size;
  }

  override get size(): number {
    return this.#size;
  }

  override countAround(from: number, to: number): number {
    const isAll = from < 32 && to > 32 * (this.words.length - 1);
    return isAll ? this.#size : super.countAround(from, to);
  }
}
