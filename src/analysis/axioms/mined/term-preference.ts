/**
 * An axiom as a preference between two real documents, with a premise that holds approximately.
 *
 * The relaxed premises are those of Hagen, Völske, Göring and Stein (CIKM 2016): lengths within 10
 * %, frequencies within 10 %.
 */

/** A query in index terms, with the idf of each. */
export interface QueryStatistics {
  readonly query: readonly string[];
  idf(term: string): number;
}

/** An axiom as a preference between two documents of a collection. */
export interface TermPreference {
  /** The axiom that it relaxes. */
  readonly id: string;
  readonly summary: string;
  readonly isStrict: boolean;
  /** The premise also requires that the two scores are within 10 %. */
  readonly needsCloseScores?: true;
  /**
   * Above 0: the first document; below 0: the second; 0: no preference. Documents are index terms.
   */
  prefer(statistics: QueryStatistics, first: readonly string[], second: readonly string[]): number;
}

/** Above 0 when `a` is smaller. Equal, or both infinite, is 0. */
export function compareSmaller(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? 1 : -1;
}

/** The frequency of a term in a document. */
export function countOccurrences(term: string, document: readonly string[]): number {
  return document.reduce((count, each) => (each === term ? count + 1 : count), 0);
}
