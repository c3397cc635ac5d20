/**
 * Which of two documents goes first when their scores are equal: the one with
 * the larger external id by bytes.
 *
 * Within a segment the places of the ids in byte order are known; only
 * documents of two segments need their ids read.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import type { IndexSnapshot } from "../../index/snapshots/index.ts";

export class TieOrder {
  readonly #snapshot: IndexSnapshot;
  /** The place of each document's id among those of its segment. */
  readonly #idRanks: Uint32Array;
  /** Where each segment but the first begins. */
  readonly #bases: readonly number[];

  constructor(snapshot: IndexSnapshot, idRanks: Uint32Array) {
    this.#snapshot = snapshot;
    this.#idRanks = idRanks;
    this.#bases = snapshot.parts.slice(1).map(({ base }) => base);
  }

  /** Whether the places of ids tell the order of all documents. */
  get areSettled(): boolean {
    return this.#bases.length === 0;
  }

  /** Whether document `a` goes before document `b`. */
  wins(a: number, b: number): boolean {
    for (const base of this.#bases) {
      if (a < base !== b < base) {
        return compareBytes(this.#snapshot.id(a), this.#snapshot.id(b)) > 0;
      }
    }
    return (this.#idRanks[a] as number) > (this.#idRanks[b] as number);
  }
}
