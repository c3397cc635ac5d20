/** Sequences of documents that have been read, so that each is read and counted once. */

import { DocumentSet } from "../ranking/index.ts";
import { TextTally } from "./text-sequences.ts";

/** Ids kept at most; beyond, the memory starts afresh. */
const MOST_REMEMBERED = 1 << 26;

/** Documents whose places are reserved together. */
const CHUNK_BITS = 12;
const CHUNK = 1 << CHUNK_BITS;

export class DocumentMemory {
  /** What was done to every document that was read, once for each. */
  readonly tally: TextTally = new TextTally();
  /** By document number, in chunks: a batch looks up hundreds, and a Map would miss the cache for each. */
  #chunks: (Int32Array | undefined)[][] = [];
  readonly #seen: DocumentSet;
  readonly #most: number;
  #remembered = 0;

  /** For documents with numbers below `limit`; holds `most` ids. */
  constructor(limit: number, most: number = MOST_REMEMBERED) {
    this.#seen = new DocumentSet(limit);
    this.#most = most;
  }

  get(document: number): Int32Array | undefined {
    return this.#chunks[document >>> CHUNK_BITS]?.[document & (CHUNK - 1)];
  }

  /** Keeps what `read` gives, which hears the tally if the document is new, else one that nobody reads. */
  keep(document: number, read: (tally: TextTally) => Int32Array): Int32Array {
    const ids = read(this.#seen.has(document) ? new TextTally() : this.tally);
    this.#seen.add(document);
    if (this.#remembered + ids.length > this.#most) {
      this.#chunks = [];
      this.#remembered = 0;
    }
    this.#chunks[document >>> CHUNK_BITS] ??= new Array(CHUNK);
    (this.#chunks[document >>> CHUNK_BITS] as Int32Array[])[document & (CHUNK - 1)] = ids;
    this.#remembered += ids.length;
    return ids;
  }
}
