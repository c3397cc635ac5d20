/**
 * The posting lists of several terms as one list, by document number: the frequency
 * in every document of the index, 0 where none of the terms occurs. Takes eight
 * bytes per document and no sort; a lookup is one read.
 */

import { badArgument } from "../../common/errors.ts";
import { EXHAUSTED, type IndexView, type PostingsCursor } from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionTerm } from "./fuzzy-terms.ts";

export class DensePostings {
  /** By document: the occurrences of the terms, each counted by its factor. */
  readonly frequencies: Float64Array;
  /** The documents of the list, in no order. */
  readonly documents: Uint32Array;
  readonly #view: IndexView;
  readonly #terms: readonly string[];
  readonly #limit: TimeLimit;
  #positions: ReadonlyMap<number, Uint32Array[]> | undefined;

  /**
   * The union of the lists of `expansion`, all terms of `view`. Incomplete once
   * `limit` is over.
   */
  constructor(view: IndexView, expansion: readonly ExpansionTerm[], limit: TimeLimit) {
    this.#view = view;
    this.#terms = expansion.map(({ term }) => term);
    this.#limit = limit;
    this.frequencies = new Float64Array(view.documentLimit);
    let postings = 0;
    for (const { term } of expansion) postings += view.term(term)?.documentFrequency ?? 0;
    const documents = new Uint32Array(Math.min(postings, view.documentLimit));
    let count = 0;
    for (const { term, factor } of expansion) {
      const cursor = openPostings(view, term);
      while (!limit.count() && cursor.next() !== EXHAUSTED) {
        const { document } = cursor;
        const previous = this.frequencies[document] as number;
        const more = factor * cursor.frequency;
        if (previous === 0) documents[count++] = document;
        this.frequencies[document] = previous + more;
      }
      if (limit.isOver) break;
    }
    this.documents = documents.subarray(0, count);
  }

  open(): PostingsCursor {
    return new DenseCursor(this);
  }

  /**
   * The positions of the terms in a document. Computed on first use, since few
   * queries need them.
   */
  findPositions(document: number): Uint32Array {
    if (!this.#view.hasPositions) throw badArgument("this posting list has no positions");
    this.#positions ??= collectPositions(this.#view, this.#terms, this.#limit);
    return mergePositions(this.#positions.get(document) ?? [], this.#limit);
  }
}

class DenseCursor implements PostingsCursor {
  document = -1;
  frequency = 0;
  readonly #list: DensePostings;

  constructor(list: DensePostings) {
    this.#list = list;
  }

  next(): number {
    return this.document === EXHAUSTED ? EXHAUSTED : this.seek(this.document + 1);
  }

  seek(target: number): number {
    const { frequencies } = this.#list;
    if (this.document >= target) return this.document;
    let at = target;
    while (at < frequencies.length && frequencies[at] === 0) at++;
    this.document = at < frequencies.length ? at : EXHAUSTED;
    this.frequency = frequencies[at] ?? 0;
    return this.document;
  }

  positions(): Uint32Array {
    return this.#list.findPositions(this.document);
  }
}

/** The positions of each term in each document. */
function collectPositions(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
): Map<number, Uint32Array[]> {
  const positions = new Map<number, Uint32Array[]>();
  for (const term of terms) {
    const cursor = openPostings(view, term);
    while (cursor.next() !== EXHAUSTED && !limit.count(cursor.frequency)) {
      const own = cursor.positions().slice(); // valid until the cursor moves
      const lists = positions.get(cursor.document);
      if (lists === undefined) positions.set(cursor.document, [own]);
      else lists.push(own);
    }
    if (limit.isOver) break;
  }
  return positions;
}

/**
 * Merges neighbours, then neighbours of these, so that each position is moved
 * log(lists) times. Incomplete once `limit` is over.
 */
export function mergePositions(lists: readonly Uint32Array[], limit: TimeLimit): Uint32Array {
  let merged = lists;
  while (merged.length > 1 && !limit.isOver) {
    const wider: Uint32Array[] = [];
    for (let i = 0; i < merged.length; i += 2) {
      const [one, other] = [merged[i] as Uint32Array, merged[i + 1]];
      wider.push(other === undefined ? one : mergeTwo(one, other));
      limit.count(one.length + (other?.length ?? 0));
    }
    merged = wider;
  }
  return merged[0] ?? new Uint32Array(0);
}

function mergeTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  for (let i = 0, j = 0, at = 0; at < merged.length; at++) {
    const isFirst = j === b.length || (i < a.length && (a[i] as number) <= (b[j] as number));
    merged[at] = (isFirst ? a[i++] : b[j++]) as number;
  }
  return merged;
}
