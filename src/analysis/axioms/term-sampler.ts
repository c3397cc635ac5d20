/**
 * Samples the parts of a test: query terms from the strata of the lexicon, and fillers, which are
 * words outside the query.
 *
 * Fillers are drawn in proportion to their frequency in the collection. A *neutral* filler also has
 * a cosine below 0.2 with every word of the query, so that a ranker that matches by similarity sees
 * no match in it. Everything comes from one random stream: the same seed gives the same tests.
 */

import { badArgument } from "../../common/errors.ts";
import type { Random } from "../../common/random.ts";
import { cosine } from "../../scoring/index.ts";
import type { WordSequence, WordVectorLookup } from "./axiom.ts";
import type { Lexicon, LexiconEntry } from "./lexicon.ts";

/** Whether fillers may resemble query words (`natural`) or not (`neutral`). */
export type FillerKind = "neutral" | "natural";

export interface SamplerOptions {
  /** The maximum number of words of a document. */
  readonly longest?: number | undefined;
  /** By default `natural`; `neutral` needs `getVector`. */
  readonly fillers?: FillerKind;
  readonly getVector?: WordVectorLookup | undefined;
}

/**
 * Lengths of synthetic documents: short, medium and the common limit of neural rankers; and a long
 * one.
 */
export const LENGTHS: readonly number[] = [20, 50, 180];
export const LONG_LENGTHS: readonly number[] = [...LENGTHS, 500];

/** A filler with this cosine or more is not neutral. */
const NEUTRAL_COSINE = 0.2;
/**
 * Two terms are equally discriminative when idf and collection frequency differ by at most this
 * share.
 */
const FREQUENCY_TOLERANCE = 0.01;
/** Maximum number of draws in search of something that fits. */
const MAX_DRAWS = 10_000;

/** Fillers with words placed among them. */
export interface Layout {
  readonly words: readonly string[];
  /** The positions of the placed words, in input order. */
  readonly slots: readonly number[];
  /** The positions of the fillers, in random order. */
  readonly free: readonly number[];
}

/** Draws query terms, fillers and layouts from one random stream. */
export class TermSampler {
  readonly lexicon: Lexicon;
  readonly random: Random;
  readonly longest: number;
  readonly getVector: WordVectorLookup | undefined;
  readonly #isNeutral: boolean;
  /** Cumulative occurrences of the entries. */
  readonly #occurrences: Float64Array;

  constructor(
    lexicon: Lexicon,
    random: Random,
    { longest = Infinity, fillers = "natural", getVector }: SamplerOptions = {},
  ) {
    if (fillers === "neutral" && getVector === undefined) {
      throw badArgument("neutral fillers need word vectors");
    }
    this.lexicon = lexicon;
    this.random = random;
    this.longest = longest;
    this.getVector = getVector;
    this.#isNeutral = fillers === "neutral";
    let sum = 0;
    this.#occurrences = Float64Array.from(lexicon.entries, ({ collectionFrequency }) => {
      sum += collectionFrequency;
      return sum;
    });
  }

  /** One of the lengths that the ranker reads in full. */
  length(lengths: readonly number[] = LENGTHS): number {
    const read = lengths.filter((length) => length <= this.longest);
    if (read.length === 0) {
      throw badArgument(
        `tests need documents of ${lengths[0]} words, the ranker reads ${this.longest}`,
      );
    }
    return this.choice(read);
  }

  /** A whole number, both ends included. */
  count(from: number, to: number): number {
    return from + this.random.below(to - from + 1);
  }

  choice<T>(items: readonly T[]): T {
    return items[this.random.below(items.length)] as T;
  }

  term(): LexiconEntry {
    return this.choice(this.choice(this.lexicon.strata));
  }

  /** `count` different terms. */
  terms(count: number): LexiconEntry[] {
    const sample = new Set<LexiconEntry>();
    for (let i = 0; sample.size < count && i < MAX_DRAWS; i++) sample.add(this.term());
    return [...sample];
  }

  /**
   * A term and a clearly more common one: of a higher stratum, in more documents and with more
   * occurrences.
   */
  drawRarerFirst(): readonly [LexiconEntry, LexiconEntry] | undefined {
    const { strata } = this.lexicon;
    for (let i = 0; i < MAX_DRAWS; i++) {
      const low = this.random.below(strata.length);
      const high = this.random.below(strata.length);
      if (low >= high) continue;
      const rare = this.choice(strata[low] as readonly LexiconEntry[]);
      const common = this.choice(strata[high] as readonly LexiconEntry[]);
      const isRarer = rare.documentFrequency < common.documentFrequency;
      if (isRarer && rare.collectionFrequency < common.collectionFrequency) return [rare, common];
    }
    return undefined;
  }

  /** Two equally discriminative terms; undefined if the first has no match. */
  drawEqualTerms(): readonly [LexiconEntry, LexiconEntry] | undefined {
    const { entries } = this.lexicon;
    const first = this.term();
    const isNear = (a: number, b: number): boolean =>
      Math.abs(a - b) <= FREQUENCY_TOLERANCE * Math.max(a, b);
    const isAlike = (other: LexiconEntry): boolean =>
      other !== first &&
      isNear(other.idf, first.idf) &&
      isNear(other.collectionFrequency, first.collectionFrequency);
    const position = entries.indexOf(first);
    // Entries are sorted by document frequency, so similar terms are neighbours.
    let [from, to] = [position, position];
    while (from > 0 && isNear((entries[from - 1] as LexiconEntry).idf, first.idf)) from--;
    while (to + 1 < entries.length && isNear((entries[to + 1] as LexiconEntry).idf, first.idf))
      to++;
    for (let i = 0; i < 20; i++) {
      const other = entries[this.count(from, to)] as LexiconEntry;
      if (isAlike(other)) return [first, other];
    }
    return undefined;
  }

  /** Words outside the query; neutral to it, if requested. */
  fillers(count: number, query: readonly LexiconEntry[]): string[] {
    const fits = this.#fillerRule(query);
    return Array.from({ length: count }, () => this.#filler(fits));
  }

  /** Fillers with the given words at random positions among them. */
  layout(length: number, query: readonly LexiconEntry[], termWords: WordSequence): Layout {
    const words = this.fillers(length, query);
    const positions = this.random.shuffle(Array.from(words, (_, position) => position));
    const slots = positions.slice(0, termWords.length);
    for (const [i, slot] of slots.entries()) words[slot] = termWords[i] as string;
    return { words, slots, free: positions.slice(termWords.length) };
  }

  #fillerRule(query: readonly LexiconEntry[]): (entry: LexiconEntry) => boolean {
    const terms = new Set(query.map(({ term }) => term));
    if (!this.#isNeutral) return ({ term }) => !terms.has(term);
    const vectors = query.map(({ word }) => this.getVector?.(word));
    return ({ term, word }) => {
      if (terms.has(term)) return false;
      const wordVector = this.getVector?.(word);
      return vectors.every((vector) => Math.abs(cosine(wordVector, vector)) < NEUTRAL_COSINE);
    };
  }

  #filler(fits: (entry: LexiconEntry) => boolean): string {
    for (let i = 0; i < MAX_DRAWS; i++) {
      const entry = this.#occurring();
      if (fits(entry)) return entry.word;
    }
    throw badArgument(
      this.#isNeutral
        ? `no word of the collection is neutral to a query: all have a cosine of ${NEUTRAL_COSINE} or more`
        : "the collection has no words beside those of a query",
    );
  }

  /** An entry, drawn in proportion to its frequency. */
  #occurring(): LexiconEntry {
    const sums = this.#occurrences;
    const target = this.random.uniform() * (sums.at(-1) as number);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > target) high = middle;
      else low = middle + 1;
    }
    return this.lexicon.entries[low] as LexiconEntry;
  }
}
