/**
 * The words that a model has vectors for, with their ids: 0 is padding, 1
 * stands for every other word, words follow by falling frequency.
 *
 * As a file: one word a line, from id 2 on.
 */

import { compareBytes } from "../common/byte-order.ts";
import { badArgument, badInput, quote } from "../common/errors.ts";
import type { TermStatistics } from "../index/index.ts";
import { UNKNOWN } from "../models/index.ts";

/** The id of the first word. */
const FIRST = UNKNOWN + 1;

export class Vocabulary {
  readonly #words: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;

  /** The words from id 2 on, none twice. */
  constructor(words: readonly string[]) {
    this.#words = words;
    this.#ids = new Map(words.map((word, i) => [word, FIRST + i]));
  }

  /** The words that occur at least `atLeast` times, of equal ones the smaller first. */
  static of(
    statistics: ReadonlyMap<string, TermStatistics>,
    { atLeast = 1 }: { atLeast?: number } = {},
  ): Vocabulary {
    const kept = [...statistics].filter(
      ([, { collectionFrequency }]) => collectionFrequency >= atLeast,
    );
    if (kept.length === 0) throw badArgument(`no word occurs at least ${atLeast} times`);
    kept.sort(
      ([a, { collectionFrequency: x }], [b, { collectionFrequency: y }]) =>
        y - x || compareBytes(a, b),
    );
    return new Vocabulary(kept.map(([word]) => word));
  }

  /** Ids, padding and unknown included. */
  get size(): number {
    return FIRST + this.#words.length;
  }

  /** `UNKNOWN` for a word outside. */
  id(word: string): number {
    return this.#ids.get(word) ?? UNKNOWN;
  }

  /** The words in the order of their ids, which start at 2. */
  get words(): readonly string[] {
    return this.#words;
  }

  bytes(): Uint8Array {
    return new TextEncoder().encode(this.#words.map((word) => `${word}\n`).join(""));
  }

  static parse(bytes: Uint8Array, file: string): Vocabulary {
    const lines = new TextDecoder().decode(bytes).split("\n");
    if (lines.pop() !== "") throw badInput(file, lines.length + 1, "the last line is cut off");
    const seen = new Set<string>();
    for (const [i, word] of lines.entries()) {
      if (word === "" || seen.has(word)) {
        throw badInput(
          file,
          i + 1,
          `expected a word that was not there before, got ${quote(word)}`,
        );
      }
      seen.add(word);
    }
    return new Vocabulary(lines);
  }
}
