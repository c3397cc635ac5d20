/** Sequences of documents that have been read, so that each is read and counted once. */

import { DocumentSet } from "../ranking/index.ts";
import { TextTally } from "./text-sequences.ts";

/** Ids kept at most; beyond, the memory starts afresh. */
const MAX_CACHED_IDS = 1 << 26;

/** Documents whose places are reserved together. */
const CHUNK_BITS = 12;
const CHUNK_SIZE = 1 << CHUNK_BITS;

export class SequenceCache {
  /** What was done to every document that was read, once for each. */
  readonly tally: TextTally = new TextTally();
  /** By document number, in chunks: a batch looks up hundreds, and a Map would miss the cache for each. */
  #chunks: (Int32Array | undefined)[][] = [];
  readonly #counted: DocumentSet;
  readonly #maxIds: number;
  #cachedIds = 0;

  /** For documents with numbers below `limit`; holds `most` ids. */
  constructor(limit: number, maxIds: number = MAX_CACHED_IDS) {
    this.#counted = new DocumentSet(limit);
    this.#maxIds = maxIds;
  }

  get(document: number): Int32Array | undefined {
    return this.#chunks[document >>> CHUNK_BITS]?.[document & (CHUNK_SIZE - 1)];
  }

  /** Keeps what `read` gives, which hears the tally if the document is new, else one that nobody reads. */
  getOrRead(document: number, read: (tally: TextTally) => Int32Array): Int32Array {
    const ids = read(this.#counted.has(document) ? new TextTally() : this.tally);
    this.#counted.add(document);
    if (this.#cachedIds + ids.length > this.#maxIds) {
      this.#chunks = [];
      this.#cachedIds = 0;
    }
    this.#chunks[document >>> CHUNK_BITS] ??= new Array(CHUNK_SIZE);
    (this.#chunks[document >>> CHUNK_BITS] as Int32Array[])[document & (CHUNK_SIZE - 1)] = ids;
    this.#cachedIds += ids.length;
    return ids;
  }
}
