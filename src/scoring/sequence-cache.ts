/** A cache of document sequences, so that each document is read and counted once. */

import { DocumentSet } from "../ranking/index.ts";
import { TextTally } from "./text-sequences.ts";

/** Maximum number of cached ids. Beyond it the cache is cleared. */
const MAX_CACHED_IDS = 1 << 26;

/** Documents per chunk of the lookup table. */
const CHUNK_BITS = 12;
const CHUNK_SIZE = 1 << CHUNK_BITS;

export class SequenceCache {
  /** Counts of every document read, each document once. */
  readonly tally: TextTally = new TextTally();
  /**
   * By document number, in chunks: a batch looks up hundreds, and a Map would cause a CPU cache
   * miss for each.
   */
  #chunks: (Int32Array | undefined)[][] = [];
  readonly #counted: DocumentSet;
  readonly #maxIds: number;
  #cachedIds = 0;

  /** Caches documents with numbers below `limit`, and at most `maxIds` ids. */
  constructor(limit: number, maxIds: number = MAX_CACHED_IDS) {
    this.#counted = new DocumentSet(limit);
    this.#maxIds = maxIds;
  }

  get(document: number): Int32Array | undefined {
    return this.#chunks[document >>> CHUNK_BITS]?.[document & (CHUNK_SIZE - 1)];
  }

  /**
   * Returns the cached sequence or the result of `read`. `read` receives the tally for a new
   * document, and a discarded one for a document that was counted before.
   */
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
