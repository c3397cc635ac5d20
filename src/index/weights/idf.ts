/**
 * Inverse document frequency: the forms of idf, from the statistics of an index.
 *
 * Most count documents. `cf` and `cf-smooth` count occurrences, which is differentiable (Frej,
 * Mulhem, Schwab and Chevallet, "Learning Term Discrimination", SIGIR 2020, Eq. 3, and the form of
 * their code). `rsj` is negative for terms in more than half of the documents; `rsj-floor` is 0
 * there.
 */

import type { TermStatistics } from "../snapshots/index-view.ts";

/** The statistics of a whole collection that idf needs. */
export interface IdfStatistics {
  readonly documentCount: number;
  /** Occurrences of the most frequent term. */
  readonly maxCollectionFrequency: number;
}

/** The forms of idf by name, with their formulas. max is over all terms. */
export const IDF_FORMULAS = {
  lucene: "log(1 + (N - df + 0.5) / (df + 0.5))",
  plain: "log(N / df)",
  smooth: "log((N + 1) / df)",
  rsj: "log((N - df + 0.5) / (df + 0.5)), negative when df > N/2",
  "rsj-floor": "rsj, but at least 0",
  cf: "log((max cf + 1) / cf)",
  "cf-smooth": "log((max cf + 1) / (cf + 1))",
  none: "1",
} as const;

export type IdfForm = keyof typeof IDF_FORMULAS;

export type IdfFunction = (statistics: TermStatistics, collection: IdfStatistics) => number;

export const IDF_FUNCTIONS: Readonly<Record<IdfForm, IdfFunction>> = {
  lucene: ({ documentFrequency: df }, { documentCount: n }) =>
    Math.log1p((n - df + 0.5) / (df + 0.5)),
  plain: ({ documentFrequency: df }, { documentCount: n }) => Math.log(n / df),
  smooth: ({ documentFrequency: df }, { documentCount: n }) => Math.log((n + 1) / df),
  rsj: ({ documentFrequency: df }, { documentCount: n }) => computeRsj(df, n),
  "rsj-floor": ({ documentFrequency: df }, { documentCount: n }) => Math.max(0, computeRsj(df, n)),
  cf: ({ collectionFrequency: cf }, { maxCollectionFrequency: max }) =>
    Math.log((Math.max(max, cf) + 1) / cf), // several terms combined may exceed the maximum
  "cf-smooth": ({ collectionFrequency: cf }, { maxCollectionFrequency: max }) =>
    Math.log((Math.max(max, cf) + 1) / (cf + 1)),
  none: () => 1,
};

/** Robertson and Spärck Jones' weight without relevance information. */
function computeRsj(documentFrequency: number, documentCount: number): number {
  return Math.log((documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}
