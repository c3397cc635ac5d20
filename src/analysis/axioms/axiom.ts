/**
 * What an axiom of retrieval is to a program: a source of small cases in which
 * one value must be above another.
 *
 * A ranker under test is a function of the words of a query and of a document.
 * The statistics of the collection are fixed: a document that is made up for a
 * test changes none of them. The constraints come from Fang, Tao and Zhai
 * (SIGIR 2004, TOIS 2011) and from the papers that each family names.
 */

import type { TermSampler } from "./term-sampler.ts";

/** A text as its words stand in it: surface forms, before stemming and stopping. */
export type WordSequence = readonly string[];

/** A document that a ranker under test scores. */
export interface TestDocument {
  readonly words: WordSequence;
  /** For a document of the collection; absent for one that was made up. */
  readonly id?: string;
}

/** A query and the documents that are scored for it. */
export interface TestCase {
  readonly query: WordSequence;
  readonly documents: readonly TestDocument[];
}

/** The vector of a word; undefined where it has none. */
export type WordVectorLookup = (word: string) => ArrayLike<number> | undefined;

/** A function of query words and document words that gives scores. */
export interface TestedRanker {
  readonly name: string;
  /** What it is a case of, such as `sdm` or `pacrr`: claims of papers are about these. */
  readonly kind?: string;
  /** The most words of a document that it reads; absent where it reads all. */
  readonly longestDocument?: number;
  /** It can score documents of the collection only, known by their ids. */
  readonly needsIds?: true;
  /** For a ranker that matches by similarity: the vectors that it compares. */
  readonly vectorOf?: WordVectorLookup;
  /** For each case one score per document, in the order given. Every score is finite. */
  score(cases: readonly TestCase[]): Promise<readonly ArrayLike<number>[]>;
}

/** One case of an axiom. */
export interface AxiomInstance extends TestCase {
  /**
   * The value that should be above and the one below. By default the scores
   * of the first and of the second document.
   */
  sides?(scores: ArrayLike<number>): readonly [above: number, below: number];
  /** For an axiom whose premise is about the scores themselves. */
  premise?(scores: ArrayLike<number>): boolean;
}

/** A constraint on scores, and how its instances are drawn. */
export interface Axiom {
  /** As people write it: `TFC1`, `LNC2`. */
  readonly id: string;
  /** What must hold, in one sentence. */
  readonly summary: string;
  readonly source: string;
  /** Whether equal values break it. */
  readonly isStrict: boolean;
  /** It compares words by vectors and cannot be tested without. */
  readonly needsVectors?: true;
  /** Draws one instance; undefined when what was drawn fits no instance. */
  draw(sampler: TermSampler): AxiomInstance | undefined;
}

/** A document that was made up. */
export function createTestDocument(words: WordSequence): TestDocument {
  return { words };
}

/** An instance of two documents, the one that should be above first. */
export function createPairInstance(
  query: WordSequence,
  above: WordSequence,
  below: WordSequence,
): AxiomInstance {
  return { query, documents: [createTestDocument(above), createTestDocument(below)] };
}
