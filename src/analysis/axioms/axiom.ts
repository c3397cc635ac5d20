/**
 * The definition of an axiom of retrieval: a source of small cases in which one value must be above
 * another.
 *
 * A ranker under test is a function of the words of a query and of a document. The statistics of
 * the collection are fixed; synthetic documents do not change them. The constraints come from Fang,
 * Tao and Zhai (SIGIR 2004, TOIS 2011) and from the papers that each family names.
 */

import type { TermSampler } from "./term-sampler.ts";

/** The words of a text in order: surface forms, before stemming and stopping. */
export type WordSequence = readonly string[];

/** A document that a ranker under test scores. */
export interface TestDocument {
  readonly words: WordSequence;
  /** The id of a document of the collection; absent for a synthetic one. */
  readonly id?: string;
}

/** A query and the documents to score for it. */
export interface TestCase {
  readonly query: WordSequence;
  readonly documents: readonly TestDocument[];
}

/** The vector of a word; undefined if it has none. */
export type WordVectorLookup = (word: string) => ArrayLike<number> | undefined;

/** A function from query words and document words to scores. */
export interface TestedRanker {
  readonly name: string;
  /** The kind of ranker, such as `sdm` or `pacrr`, which the claims of papers refer to. */
  readonly kind?: string;
  /** The maximum number of document words that it reads; absent if it reads all. */
  readonly longestDocument?: number;
  /** True if it can score only documents of the collection, by their ids. */
  readonly needsIds?: true;
  /** For a ranker that matches by similarity: its vectors. */
  readonly getVector?: WordVectorLookup;
  /** One score per document for each case, in input order. Every score is finite. */
  score(cases: readonly TestCase[]): Promise<readonly ArrayLike<number>[]>;
}

/** One case of an axiom. */
export interface AxiomInstance extends TestCase {
  /**
   * The value that should be above and the one below; by default the scores of the first and of the
   * second document.
   */
  sides?(scores: ArrayLike<number>): readonly [above: number, below: number];
  /** A premise about the scores themselves, if the axiom has one. */
  premise?(scores: ArrayLike<number>): boolean;
}

/** A constraint on scores, with a generator of instances. */
export interface Axiom {
  /** The name in the literature: `TFC1`, `LNC2`. */
  readonly id: string;
  /** The constraint in one sentence. */
  readonly summary: string;
  readonly source: string;
  /** True if equal values break it. */
  readonly isStrict: boolean;
  /** It compares words by vectors and cannot be tested without them. */
  readonly needsVectors?: true;
  /** Draws one instance; undefined if the draw fits no instance. */
  draw(sampler: TermSampler): AxiomInstance | undefined;
}

/** A synthetic document. */
export function createTestDocument(words: WordSequence): TestDocument {
  return { words };
}

/** An instance of two documents; the first should be above. */
export function createPairInstance(
  query: WordSequence,
  above: WordSequence,
  below: WordSequence,
): AxiomInstance {
  return { query, documents: [createTestDocument(above), createTestDocument(below)] };
}
