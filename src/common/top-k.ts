/**
 * The k best of a stream of scored numbers, with exact ties.
 *
 * A binary heap with the worst item at the root. "Worse" is the final order itself: a lower score
 * or, on equal scores, the item that loses the tie. With any other order, items tied at rank k
 * would be dropped depending on their order of arrival. Rankings pass a tie rule that prefers the
 * larger document id by bytes, as trec_eval does.
 */

import { badArgument } from "./errors.ts";

/** Whether item `a` ranks before item `b` when their scores are equal. */
export type TieRule = (a: number, b: number) => boolean;

/** The k best of a stream of scored items, with exact ties. */
export class TopK {
  readonly #items: Uint32Array;
  readonly #scores: Float64Array;
  readonly #wins: TieRule;
  #size = 0;

  /** Keeps `k` ≥ 1 items, each a whole number from 0 to 2^32 - 1. */
  constructor(k: number, wins: TieRule) {
    if (!Number.isInteger(k) || k < 1) {
      throw badArgument(`the number of results must be a whole number ≥ 1, got ${k}`);
    }
    this.#items = new Uint32Array(k);
    this.#scores = new Float64Array(k);
    this.#wins = wins;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * An item with a lower score cannot enter; one with exactly this score still can, by winning its
   * tie. -Infinity until there are k items.
   */
  get threshold(): number {
    return this.#size < this.#items.length ? -Infinity : (this.#scores[0] as number);
  }

  /** Offers an item; returns whether it entered. A NaN score is a bug of the caller. */
  push(item: number, score: number): boolean {
    if (this.#size < this.#items.length) {
      this.#siftUp(this.#size++, item, score);
      return true;
    }
    if (!this.#isWorse(this.#items[0] as number, this.#scores[0] as number, item, score)) {
      return false;
    }
    this.#siftDown(item, score);
    return true;
  }

  /** Removes all items, best first. */
  drain(): { items: Uint32Array; scores: Float64Array } {
    const count = this.#size;
    const items = new Uint32Array(count);
    const scores = new Float64Array(count);
    for (let rank = count - 1; rank >= 0; rank--) {
      items[rank] = this.#items[0] as number;
      scores[rank] = this.#scores[0] as number;
      this.#size--;
      this.#siftDown(this.#items[this.#size] as number, this.#scores[this.#size] as number);
    }
    return { items, scores };
  }

  #isWorse(a: number, scoreA: number, b: number, scoreB: number): boolean {
    return scoreA < scoreB || (scoreA === scoreB && this.#wins(b, a));
  }

  #siftUp(at: number, item: number, score: number): void {
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#items[parent] as number;
      const scoreAbove = this.#scores[parent] as number;
      if (!this.#isWorse(item, score, above, scoreAbove)) break;
      this.#set(at, above, scoreAbove);
      at = parent;
    }
    this.#set(at, item, score);
  }

  #siftDown(item: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isWorseAt(child + 1, child)) child++;
      const below = this.#items[child] as number;
      const scoreBelow = this.#scores[child] as number;
      if (!this.#isWorse(below, scoreBelow, item, score)) break;
      this.#set(at, below, scoreBelow);
      at = child;
    }
    this.#set(at, item, score);
  }

  #isWorseAt(a: number, b: number): boolean {
    return this.#isWorse(
      this.#items[a] as number,
      this.#scores[a] as number,
      this.#items[b] as number,
      this.#scores[b] as number,
    );
  }

  #set(at: number, item: number, score: number): void {
    this.#items[at] = item;
    this.#scores[at] = score;
  }
}
