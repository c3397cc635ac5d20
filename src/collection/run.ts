/** Judgements and runs as evaluation uses them: grouped by query. */

/** Grades by query, then by document. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The results of one system for one query, in their original order, without duplicates. */
export interface Ranking {
  readonly documents: readonly string[];
  readonly scores: Float64Array;
  /** The rank column of the file, if there is one. */
  readonly ranks?: Float64Array;
}

/** The results of one system for a set of queries. */
export interface Run {
  /** The tag in the file, or the name from the caller. */
  readonly name: string;
  readonly rankings: ReadonlyMap<string, Ranking>;
}
