/**
 * The formulas of the classical rankers, copied from the papers and applied to plain
 * lists of words: slow, obvious, and the contract for everything fast.
 */

import type { TermDocument } from "../../test/oracle/memory-index.ts";
import { compareBytes } from "../common/bytes/byte-order.ts";

/** Counts of one collection. */
export class Counts {
  readonly documents: readonly (readonly string[])[];

  constructor(documents: readonly (readonly string[])[]) {
    this.documents = documents;
  }

  get n(): number {
    return this.documents.length;
  }

  get size(): number {
    return this.documents.reduce((sum, document) => sum + document.length, 0);
  }

  get averageLength(): number {
    return this.size / this.n;
  }

  get maxCf(): number {
    return Math.max(0, ...this.documents.flat().map((term) => this.cf(term)));
  }

  df(term: string): number {
    return this.documents.filter((document) => document.includes(term)).length;
  }

  cf(term: string): number {
    return this.documents.reduce((sum, document) => sum + tf(term, document), 0);
  }

  /** The query without the terms that no document contains. */
  filterIndexed(query: readonly string[]): string[] {
    return query.filter((term) => this.cf(term) > 0);
  }
}

export function tf(term: string, document: readonly string[]): number {
  return document.filter((each) => each === term).length;
}

/** The score of a document for a query, one occurrence of a query term at a time. */
export type Formula = (
  query: readonly string[],
  document: readonly string[],
  counts: Counts,
) => number;

const { log } = Math;

export const IDF: Readonly<Record<string, (term: string, c: Counts) => number>> = {
  plain: (t, c) => log(c.n / c.df(t)),
  smooth: (t, c) => log((c.n + 1) / c.df(t)),
  lucene: (t, c) => log(1 + (c.n - c.df(t) + 0.5) / (c.df(t) + 0.5)),
  rsj: (t, c) => log((c.n - c.df(t) + 0.5) / (c.df(t) + 0.5)),
  "rsj-floor": (t, c) => Math.max(0, log((c.n - c.df(t) + 0.5) / (c.df(t) + 0.5))),
  cf: (t, c) => log((c.maxCf + 1) / c.cf(t)),
  "cf-smooth": (t, c) => log((c.maxCf + 1) / (c.cf(t) + 1)),
  none: () => 1,
};

/** Sums a formula of one term over the known terms of the query. */
function sumOverTerms(term: (t: string, d: readonly string[], c: Counts) => number): Formula {
  return (query, document, counts) =>
    counts.filterIndexed(query).reduce((total, t) => total + term(t, document, counts), 0);
}

export function tfIdfFormula(form: "log-tf" | "raw-tf", idf: string): Formula {
  return sumOverTerms((t, d, c) => {
    const match = form === "log-tf" ? log(1 + tf(t, d)) : tf(t, d);
    return match * (IDF[idf]?.(t, c) ?? NaN);
  });
}

export function plFormula(b: number): Formula {
  return sumOverTerms(
    (t, d, c) =>
      (log(1 + tf(t, d)) / (1 - b + (b * d.length) / c.averageLength)) * log(c.n / c.df(t)),
  );
}

export function bm25Formula(k1: number, b: number, idf: string, factor = 1): Formula {
  return sumOverTerms((t, d, c) => {
    if (tf(t, d) === 0) return 0;
    const norm = k1 * (1 - b + (b * d.length) / c.averageLength);
    return ((factor * tf(t, d)) / (tf(t, d) + norm)) * (IDF[idf]?.(t, c) ?? NaN);
  });
}

export function lmFormula(mu: number): Formula {
  return (query, document, counts) => {
    const indexedTerms = counts.filterIndexed(query);
    const matches = indexedTerms.map((t) =>
      log(1 + tf(t, document) / (mu * (counts.cf(t) / counts.size))),
    );
    return (
      matches.reduce((a, b) => a + b, 0) + indexedTerms.length * log(mu / (document.length + mu))
    );
  };
}

export function lmJmFormula(lambda: number): Formula {
  return sumOverTerms((t, d, c) => {
    if (tf(t, d) === 0) return 0;
    return log(1 + (lambda * tf(t, d)) / ((1 - lambda) * d.length * (c.cf(t) / c.size)));
  });
}

export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** Every document that contains at least `minMatch` distinct query terms, best first, larger id first on ties. */
export function rankByFormula(
  formula: Formula,
  query: readonly string[],
  documents: readonly TermDocument[],
  minMatch = 1,
): Scored[] {
  const counts = new Counts(documents.map(({ terms }) => terms));
  return documents
    .filter(({ terms }) => new Set(query.filter((t) => terms.includes(t))).size >= minMatch)
    .map(({ id, terms }) => ({ id, score: formula(query, terms, counts) }))
    .sort((a, b) => b.score - a.score || compareBytes(b.id, a.id));
}
