/**
 * A cursor over the union of several terms' lists that does not read them first: for
 * the few documents that a search looks up. Frequencies are weighted by the factors
 * of the terms and added in the order of the terms.
 */

import { badArgument } from "../../common/errors.ts";
import { EXHAUSTED, type IndexView, type PostingsCursor } from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { ExpansionTerm } from "./fuzzy-terms.ts";

export class UnionCursor implements PostingsCursor {
  document = -1;
  frequency = 0;
  readonly #lists: readonly { readonly cursor: PostingsCursor; readonly factor: number }[];

  /** `expansion` are terms of `view`. */
  constructor(view: IndexView, expansion: readonly ExpansionTerm[]) {
    this.#lists = expansion.map(({ term, factor }) => ({
      cursor: openPostings(view, term),
      factor,
    }));
  }

  next(): number {
    return this.document === EXHAUSTED ? EXHAUSTED : this.seek(this.document + 1);
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    let first = EXHAUSTED;
    for (const { cursor } of this.#lists) {
      const at = cursor.document < target ? cursor.seek(target) : cursor.document;
      if (at < first) first = at;
    }
    this.document = first;
    this.frequency = 0;
    if (first === EXHAUSTED) return first;
    for (const { cursor, factor } of this.#lists) {
      if (cursor.document === first) this.frequency += factor * cursor.frequency;
    }
    return first;
  }

  positions(): Uint32Array {
    throw badArgument("this posting list has no positions");
  }
}
