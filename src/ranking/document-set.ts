/** Sets of documents by number, one bit each. */

import type { IndexView } from "../index/snapshots/index.ts";
import type { DocumentFilter } from "./traversal/hits.ts";

export class DocumentSet implements DocumentFilter {
  #words: Uint32Array;

  /** An empty set of documents below `limit`. */
  constructor(limit: number) {
    this.#words = new Uint32Array(Math.ceil(limit / 32));
  }

  /** The set with these bits, which it shares. */
  static ofWords(words: Uint32Array): DocumentSet {
    const set = new DocumentSet(0);
    set.#words = words;
    return set;
  }

  /** The bits, 32 documents per word. */
  get words(): Readonly<Uint32Array> {
    return this.#words;
  }

  has(document: number): boolean {
    return (((this.#words[document >>> 5] as number) >>> (document & 31)) & 1) === 1;
  }

  add(document: number): void {
    const word = document >>> 5;
    this.#words[word] = (this.#words[word] as number) | (1 << (document & 31));
  }

  /** Adds every document of `other`, which has the same limit. */
  addAll(other: DocumentSet): void {
    for (const [i, bits] of other.#words.entries()) {
      this.#words[i] = (this.#words[i] as number) | bits;
    }
  }

  /** Drops every document that `other`, which has the same limit, lacks. */
  keepAll(other: DocumentSet): void {
    for (const [i, bits] of other.#words.entries()) {
      this.#words[i] = (this.#words[i] as number) & bits;
    }
  }

  /** Drops every document of `other`, which has the same limit. */
  removeAll(other: DocumentSet): void {
    for (const [i, bits] of other.#words.entries()) {
      this.#words[i] = (this.#words[i] as number) & ~bits;
    }
  }
}

/** The documents with these external ids. Unknown ids are ignored. */
export function documentsWithIds(view: IndexView, ids: Iterable<string>): DocumentSet {
  const set = new DocumentSet(view.documentLimit);
  for (const id of ids) {
    const document = view.find(id);
    if (document !== undefined) set.add(document);
  }
  return set;
}

/** All documents but those with these external ids. */
export function documentsWithoutIds(view: IndexView, ids: Iterable<string>): DocumentSet {
  const set = new DocumentSet(view.documentLimit);
  for (let document = 0; document < view.documentLimit; document++) set.add(document);
  set.removeAll(documentsWithIds(view, ids));
  return set;
}
