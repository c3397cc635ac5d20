/**
 * An index in plain maps: the reference implementation of `IndexView`.
 *
 * It is the oracle for the index on storage and the index of tests and small examples. A snapshot
 * never changes: deleting documents returns a new one with the same numbers, as in the index on
 * storage.
 */

import { compareBytes } from "../../src/common/bytes/byte-order.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "../../src/index/snapshots/index-view.ts";

/** An analysed document: its index terms in text order. */
export interface TermDocument {
  readonly id: string;
  readonly terms: readonly string[];
  /** The position of each term, ascending; by default consecutive. Stop words leave gaps. */
  readonly positions?: readonly number[];
}

/** The positions of a term in one document, ascending. */
interface Posting {
  readonly document: number;
  readonly positions: number[];
}

export class MemoryIndex implements IndexView {
  readonly documentLimit: number;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly hasPositions: boolean;

  readonly #documents: readonly TermDocument[];
  readonly #deleted: ReadonlySet<number>;
  readonly #postings = new Map<string, Posting[]>();
  readonly #numbers = new Map<string, number>();
  #sortedTerms: readonly string[] | undefined;

  /** Documents are numbered in order. `deleted` holds numbers. Live documents have distinct ids. */
  constructor(
    documents: readonly TermDocument[],
    {
      positions = true,
      deleted = new Set<number>(),
    }: { positions?: boolean; deleted?: ReadonlySet<number> } = {},
  ) {
    this.#documents = documents;
    this.#deleted = deleted;
    this.hasPositions = positions;
    this.documentLimit = documents.length;
    let totalLength = 0;
    for (const [number, document] of documents.entries()) {
      const { id, terms, positions: termPositions } = document;
      if (deleted.has(number)) continue;
      if (this.#numbers.has(id)) throw badArgument(`document id ${quote(id)} is given twice`);
      this.#numbers.set(id, number);
      totalLength += terms.length;
      for (const [i, term] of terms.entries()) this.#add(term, number, termPositions?.[i] ?? i);
    }
    this.totalLength = totalLength;
    this.documentCount = this.#numbers.size;
  }

  #add(term: string, document: number, position: number): void {
    const list = this.#postings.get(term);
    const last = list?.at(-1);
    if (list === undefined) this.#postings.set(term, [{ document, positions: [position] }]);
    else if (last?.document === document) last.positions.push(position);
    else list.push({ document, positions: [position] });
  }

  /** The same documents under the same numbers, without those of the given ids. Unknown ids are ignored. */
  without(...ids: readonly string[]): MemoryIndex {
    const numbers = ids.map((id) => this.find(id)).filter((number) => number !== undefined);
    return new MemoryIndex(this.#documents, {
      positions: this.hasPositions,
      deleted: new Set([...this.#deleted, ...numbers]),
    });
  }

  term(term: string): TermStatistics | undefined {
    const list = this.#postings.get(term);
    if (list === undefined) return undefined;
    const collectionFrequency = list.reduce((sum, posting) => sum + posting.positions.length, 0);
    return { documentFrequency: list.length, collectionFrequency };
  }

  postings(term: string): PostingsCursor | undefined {
    const list = this.#postings.get(term);
    return list && new ListCursor(list, this.hasPositions);
  }

  length(document: number): number {
    return this.#document(document).terms.length;
  }

  id(document: number): string {
    return this.#document(document).id;
  }

  compareIds(a: number, b: number): number {
    return compareBytes(this.id(a), this.id(b));
  }

  find(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  async readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const term of this.#document(document).terms) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  }

  termsFrom(start: string, limit: number): readonly string[] {
    this.#sortedTerms ??= [...this.#postings.keys()].sort(compareBytes);
    return this.#sortedTerms.filter((term) => compareBytes(term, start) >= 0).slice(0, limit);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    const terms = this.termsFrom(prefix, Infinity);
    return terms.filter((term) => term.startsWith(prefix)).slice(0, limit);
  }

  #document(number: number): TermDocument {
    const document = this.#documents[number];
    if (document === undefined) {
      throw badArgument(`document ${number} is not below the limit ${this.documentLimit}`);
    }
    return document;
  }
}

class ListCursor implements PostingsCursor {
  document = -1;
  frequency = 0;
  readonly #list: readonly Posting[];
  readonly #hasPositions: boolean;
  #at = -1;

  constructor(list: readonly Posting[], hasPositions: boolean) {
    this.#list = list;
    this.#hasPositions = hasPositions;
  }

  next(): number {
    const posting = this.#list[++this.#at];
    this.document = posting?.document ?? EXHAUSTED;
    this.frequency = posting?.positions.length ?? 0;
    return this.document;
  }

  seek(target: number): number {
    while (this.document < target) this.next();
    return this.document;
  }

  positions(): Uint32Array {
    if (!this.#hasPositions) throw badArgument("this index has no positions");
    return Uint32Array.from(this.#list[this.#at]?.positions ?? []);
  }
}
