/** Judgements and runs in the form that evaluation works on: grouped by query. */

/** Grades by query, then by document. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What one system returned for one query, in the order it was given. No document twice. */
export interface Ranking {
  readonly documents: readonly string[];
  readonly scores: Float64Array;
  /** The rank column of the file, if it had one. */
  readonly ranks?: Float64Array;
}

/** What one system returned for a set of queries. */
export interface Run {
  /** The tag in the file, or the name the caller gave. */
  readonly name: string;
  readonly rankings: ReadonlyMap<string, Ranking>;
}
