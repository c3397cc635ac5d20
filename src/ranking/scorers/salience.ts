/**
 * Salience: the factor per term that a match is multiplied with.
 *
 * Most forms of idf count documents. `cf` and `cf-smooth` count occurrences,
 * which is differentiable (Frej, Mulhem, Schwab and Chevallet, "Learning Term
 * Discrimination", SIGIR 2020, Eq. 3, and the form of their code). `rsj` is
 * negative for terms in more than half of the documents; `rsj-floor` is 0 there.
 */

import type { TermStatistics } from "../../index/snapshots/index.ts";
import type { IndexStatistics } from "./match.ts";

/** The weight of a term: any finite number. A term with a negative weight lowers the score of a document. */
export type Salience = (
  term: string,
  statistics: TermStatistics,
  collection: IndexStatistics,
) => number;

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

/** The form of idf with that name. */
export function idf(form: IdfForm): Salience {
  return SALIENCES[form];
}

/** Salience from a table, such as learned weights. A term outside it weighs `missing`. */
export function salienceOf(weights: ReadonlyMap<string, number>, missing = 0): Salience {
  return (term) => weights.get(term) ?? missing;
}

const SALIENCES: Readonly<Record<IdfForm, Salience>> = {
  lucene: (_, { documentFrequency: df }, { documentCount: n }) =>
    Math.log1p((n - df + 0.5) / (df + 0.5)),
  plain: (_, { documentFrequency: df }, { documentCount: n }) => Math.log(n / df),
  smooth: (_, { documentFrequency: df }, { documentCount: n }) => Math.log((n + 1) / df),
  rsj: (_, { documentFrequency: df }, { documentCount: n }) => robertson(df, n),
  "rsj-floor": (_, { documentFrequency: df }, { documentCount: n }) =>
    Math.max(0, robertson(df, n)),
  cf: (_, { collectionFrequency: cf }, { maxCollectionFrequency: max }) =>
    Math.log((Math.max(max, cf) + 1) / cf), // several terms taken as one may exceed the maximum
  "cf-smooth": (_, { collectionFrequency: cf }, { maxCollectionFrequency: max }) =>
    Math.log((Math.max(max, cf) + 1) / (cf + 1)),
  none: () => 1,
};

/** Robertson and Spärck Jones' weight without relevance information. */
function robertson(documentFrequency: number, documentCount: number): number {
  return Math.log((documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}
