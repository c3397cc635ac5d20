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
    const places = 1 + Math.ceil(1.5 * count);
    this.#documents = new Uint32Array(places);
    this.#tags = new Uint8Array(places);
    let document = 0;
    for (const id of ids) {
      const hash = hashBytes(id);
      let place = hash % places;
      while (this.#documents[place] !== 0) place = (place + 1) % places;
      this.#documents[place] = ++document;
      this.#tags[place] = hash >>> 24;
    }
  }

  /** The first document that may have this id and is `wanted`. */
  find(id: Uint8Array, wanted: (document: number) => boolean): number | undefined {
    const places = this.#documents.length;
    const hash = hashBytes(id);
    const tag = hash >>> 24;
    for (let place = hash % places; ; place = (place + 1) % places) {
      const document = (this.#documents[place] as number) - 1;
      if (document < 0) return undefined;
      if (this.#tags[place] === tag && wanted(document)) return document;
    }
  }
}
