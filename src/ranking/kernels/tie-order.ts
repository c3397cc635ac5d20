/**
 * The order of two documents with equal scores: the larger external id by bytes
 * comes first.
 *
 * Within a segment the ranks of the ids are known; only documents of different
 * segments need their ids read.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import type { IndexSnapshot } from "../../index/snapshots/index.ts";

export class TieOrder {
  readonly #snapshot: IndexSnapshot;
  /** The rank of each document's id among those of its segment. */
  readonly #idRanks: Uint32Array;
  /** First document of each segment but the first. */
  readonly #bases: readonly number[];

  constructor(snapshot: IndexSnapshot, idRanks: Uint32Array) {
    this.#snapshot = snapshot;
    this.#idRanks = idRanks;
    this.#bases = snapshot.parts.slice(1).map(({ base }) => base);
  }

  /** True if the ranks of ids determine the order of all documents. */
  get areSettled(): boolean {
    return this.#bases.length === 0;
  }

  /** Whether document `a` comes before document `b`. */
  wins(a: number, b: number): boolean {
    for (const base of this.#bases) {
      if (a < base !== b < base) {
        return compareBytes(this.#snapshot.id(a), this.#snapshot.id(b)) > 0;
      }
    }
    return (this.#idRanks[a] as number) > (this.#idRanks[b] as number);
  }
}
