/**
 * A hash table from ids to documents, by open addressing. It holds document
 * numbers and eight bits of each hash, not the ids, which the caller has: these
 * bits spare nearly all look-ups of ids that are not there.
 */

import { hashBytes } from "../../common/bytes/index.ts";

export class IdTable {
  /** Document number plus one, or 0 for a free place. A third of the places stays free. */
  readonly #documents: Uint32Array;
  readonly #tags: Uint8Array;

  /** `ids` are those of documents 0, 1, … `count` - 1. */
  constructor(count: number, ids: Iterable<Uint8Array>) {
    const capacity = 1 + Math.ceil(1.5 * count);
    this.#documents = new Uint32Array(capacity);
    this.#tags = new Uint8Array(capacity);
    let document = 0;
    for (const id of ids) {
      const hash = hashBytes(id);
      let slot = hash % capacity;
      while (this.#documents[slot] !== 0) slot = (slot + 1) % capacity;
      this.#documents[slot] = ++document;
      this.#tags[slot] = hash >>> 24;
    }
  }

  /** The first document that may have this id and is `wanted`. */
  find(id: Uint8Array, matches: (document: number) => boolean): number | undefined {
    const capacity = this.#documents.length;
    const hash = hashBytes(id);
    const tag = hash >>> 24;
    for (let slot = hash % capacity; ; slot = (slot + 1) % capacity) {
      const document = (this.#documents[slot] as number) - 1;
      if (document < 0) return undefined;
      if (this.#tags[slot] === tag && matches(document)) return document;
    }
  }
}
