/**
 * The words nearest to a vector by cosine, exactly: every word is compared.
 *
 * Analogies are sums of unit vectors (3CosAdd; Mikolov, Yih and Zweig, "Linguistic
 * regularities in continuous space word representations", 2013). A word whose vector
 * is zero is never returned. Of equally near words, the one that comes first among
 * the vectors wins.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import { TopK } from "../common/top-k.ts";
import type { SubwordVectors } from "./subword-vectors.ts";
import { WordVectors } from "./word-vectors.ts";

/** A word near another, with the cosine of their vectors. */
export interface Neighbour {
  readonly word: string;
  /** From -1 to 1. */
  readonly cosine: number;
}

/** Finds the nearest words by cosine, and solves analogies. */
export class Neighbours {
  readonly #source: WordVectors | SubwordVectors;
  readonly #vectors: WordVectors;
  /** 1 over the length of each row; 0 for a row of zeros. */
  readonly #scales: Float64Array;

  /** Measures every vector once; for `SubwordVectors`, composes those of all words first. */
  constructor(source: WordVectors | SubwordVectors) {
    this.#source = source;
    this.#vectors = source instanceof WordVectors ? source : source.toWordVectors();
    this.#scales = Float64Array.from(this.#vectors.words, (_, id) => {
      const row = this.#vectors.row(id);
      const length = Math.sqrt(dot(row, row));
      return length > 0 ? 1 / length : 0;
    });
  }

  /** The `count` words nearest to `vector`, except those in `without`. */
  findNearestToVector(
    vector: ArrayLike<number>,
    count: number,
    without: Iterable<string> = [],
  ): Neighbour[] {
    const { words, dimension } = this.#vectors;
    if (vector.length !== dimension) {
      throw badArgument(`the vectors have ${dimension} numbers, got one of ${vector.length}`);
    }
    const query = normalise(vector);
    const excluded = new Set(Array.from(without, (word) => this.#vectors.id(word)));
    const best = new TopK(count, (a, b) => a < b);
    for (let id = 0; id < words.length; id++) {
      const scale = this.#scales[id] as number;
      if (scale === 0 || excluded.has(id)) continue;
      best.push(id, scale * dot(this.#vectors.row(id), query));
    }
    const { items, scores } = best.drain();
    return Array.from(items, (id, rank) => ({
      word: words[id] as string,
      cosine: scores[rank] as number,
    }));
  }

  /** The words nearest to a word, except itself. `NOT_FOUND` if it has no vector. */
  findNearest(word: string, count = 10): Neighbour[] {
    return this.findNearestToVector(this.#requireVector(word), count, [word]);
  }

  /** The word that is to `third` as `second` is to `first`: man, king, woman return queen. */
  solveAnalogy(first: string, second: string, third: string, count = 10): Neighbour[] {
    const [a, b, c] = [first, second, third].map((word) =>
      normalise(this.#requireVector(word)),
    ) as [Float64Array, Float64Array, Float64Array];
    const sum = b.map((value, i) => value - (a[i] as number) + (c[i] as number));
    return this.findNearestToVector(sum, count, [first, second, third]);
  }

  #requireVector(word: string): Float32Array {
    const vector = this.#source.getVector(word);
    if (vector?.some((value) => value !== 0)) return vector;
    throw new TermwiseError("NOT_FOUND", `there is no vector for the word ${quote(word)}`, {
      word,
    });
  }
}

function dot(a: Float32Array, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The vector scaled to length 1, or zeros. */
function normalise(vector: ArrayLike<number>): Float64Array {
  const copy = Float64Array.from(vector);
  const length = Math.hypot(...copy);
  return length > 0 ? copy.map((value) => value / length) : copy;
}
