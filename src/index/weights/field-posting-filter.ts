/**
 * Applies a pruning rule to an index with fields. A posting is judged by all occurrences of its word
 * in the text of the document, as learning and searches with learned weights count them: a word
 * keeps or loses its postings of a document in all fields.
 */

import { stripField } from "../schema/index.ts";
import type { PostingFilter, PostingPredicates } from "./pruning-rule.ts";

interface Postings {
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly count: number;
}

export class FieldPostingFilter implements PostingPredicates {
  readonly #filter: PostingFilter;
  readonly #readLists: (word: string) => Iterable<Postings>;
  /** Occurrences of the current word by document, and its documents. */
  readonly #occurrences: Uint32Array;
  readonly #documents: Uint32Array;
  #count = 0;
  #word: string | undefined;

  /** `readLists` returns the lists of a word in its fields, each valid until the next is read. */
  constructor(
    filter: PostingFilter,
    documentCount: number,
    words: Iterable<string>,
    readLists: (word: string) => Iterable<Postings>,
  ) {
    this.#filter = filter;
    this.#readLists = readLists;
    this.#occurrences = new Uint32Array(documentCount);
    this.#documents = new Uint32Array(documentCount);
    const frequencies = new Uint32Array(documentCount);
    for (const word of words) {
      this.#load(word);
      for (let i = 0; i < this.#count; i++) {
        frequencies[i] = this.#occurrences[this.#documents[i] as number] as number;
      }
      filter.addList(word, this.#documents, frequencies, this.#count);
    }
  }

  predicate(term: string): ((document: number) => boolean) | undefined {
    const word = stripField(term);
    const predicate = this.#filter.predicate(word);
    if (predicate === undefined) return undefined;
    if (word !== this.#word) this.#load(word);
    return (document) => predicate(document, this.#occurrences[document] as number);
  }

  #load(word: string): void {
    const [occurrences, documents] = [this.#occurrences, this.#documents];
    for (let i = 0; i < this.#count; i++) occurrences[documents[i] as number] = 0;
    this.#count = 0;
    this.#word = word;
    for (const list of this.#readLists(word)) {
      for (let i = 0; i < list.count; i++) {
        const document = list.documents[i] as number;
        if (occurrences[document] === 0) documents[this.#count++] = document;
        occurrences[document] = (occurrences[document] as number) + (list.frequencies[i] as number);
      }
    }
  }
}
