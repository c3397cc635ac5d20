/** The page of a list of words: the best by a figure, without sorting all words. */

import type { WORD_LIST_OPTIONS } from "../api/requests.ts";
import { TopK } from "../common/top-k.ts";
import type { TermCounts } from "../index/snapshots/index.ts";

/** What words are ordered by. */
export type WordOrder = (typeof WORD_LIST_OPTIONS)["order"]["choices"][number];

/** Takes words in byte order, and selects those from `offset` on, at most `limit`. Equal figures keep the byte order. */
export class WordSelection {
  total = 0;
  readonly #offset: number;
  readonly #end: number;
  /** Absent in byte order. Its items are numbers of `#kept`. */
  readonly #best: TopK | undefined;
  readonly #kept: TermCounts[] = [];

  /** `words` is how many there are at most. */
  constructor(order: WordOrder, offset: number, limit: number, words: number) {
    this.#offset = offset;
    this.#end = offset + limit;
    const size = Math.max(1, Math.min(words, this.#end));
    this.#best = order === "term" ? undefined : new TopK(size, (a, b) => a < b);
  }

  add(word: TermCounts, figure: number): void {
    const number = this.total++;
    if (this.#best === undefined) {
      if (number >= this.#offset && number < this.#end) this.#kept.push(word);
    } else if (this.#best.push(this.#kept.length, figure)) this.#kept.push(word);
  }

  getPage(): TermCounts[] {
    if (this.#best === undefined) return this.#kept;
    const page = this.#best.drain().items.subarray(this.#offset, this.#end);
    return Array.from(page, (number) => this.#kept[number] as TermCounts);
  }
}
