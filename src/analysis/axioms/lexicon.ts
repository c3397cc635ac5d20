/**
 * The lexicon of the tests: for each index term of a collection its most common surface form and
 * its statistics.
 *
 * Terms fall into ten strata by document frequency, each with a tenth of all postings. So a draw
 * from a random stratum yields the few very frequent terms as often as the many rare ones. Strata
 * with equal numbers of terms would hardly ever yield the frequent ones, on which some axioms fail.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexSnapshot, IndexView } from "../../index/index.ts";
import { readTokenStatistics } from "../../scoring/index.ts";
import type { Analyzer } from "../../text/index.ts";

/** An index term, its representative word, and its statistics. */
export interface LexiconEntry {
  /** The surface form that represents the term. */
  readonly word: string;
  readonly term: string;
  readonly documentFrequency: number;
  readonly collectionFrequency: number;
  /** ln(N / df). */
  readonly idf: number;
}

const STRATA = 10;

/** Minimum number of terms: queries, similar terms and fillers must differ. */
const MIN_TERMS = 20;

/** The terms of a collection, sorted and stratified by document frequency. */
export class Lexicon {
  /** From the rarest to the most frequent; ties in input order. */
  readonly entries: readonly LexiconEntry[];
  readonly strata: readonly (readonly LexiconEntry[])[];
  readonly #terms: ReadonlyMap<string, LexiconEntry>;

  constructor(entries: Iterable<LexiconEntry>) {
    this.entries = [...entries].sort((a, b) => a.documentFrequency - b.documentFrequency);
    if (this.entries.length < MIN_TERMS) {
      throw badArgument(
        `tests of axioms need a collection of at least ${MIN_TERMS} terms, got ${this.entries.length}`,
      );
    }
    this.strata = splitIntoStrata(this.entries);
    this.#terms = new Map(this.entries.map((entry) => [entry.term, entry]));
  }

  /** The statistics of an index term; undefined for a term in no document. */
  of(term: string): LexiconEntry | undefined {
    return this.#terms.get(term);
  }
}

/** The lexicon of an index. `view` provides the statistics, weighted if the index has weights. */
export async function openLexicon(
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  view: IndexView = snapshot,
): Promise<Lexicon> {
  const commonest = new Map<string, { word: string; count: number }>();
  for (const [word, statistics] of await readTokenStatistics(snapshot, analyzer, "surface")) {
    const term = analyzer.term(word);
    const { collectionFrequency: count } = statistics;
    if (term === undefined || count <= (commonest.get(term)?.count ?? 0)) continue;
    commonest.set(term, { word, count });
  }
  const entries: LexiconEntry[] = [];
  for (const [term, { word }] of commonest) {
    const statistics = view.term(term);
    if (statistics === undefined) continue; // a weight of 0 removes a term from the index
    const idf = Math.log(view.documentCount / statistics.documentFrequency);
    entries.push({ word, term, ...statistics, idf });
  }
  return new Lexicon(entries);
}

/** Each stratum ends where its share of the postings is reached, and has at least one term. */
function splitIntoStrata(entries: readonly LexiconEntry[]): LexiconEntry[][] {
  const postings = entries.reduce((sum, { documentFrequency }) => sum + documentFrequency, 0);
  const strata: LexiconEntry[][] = [[]];
  let passed = 0;
  for (const entry of entries) {
    const current = strata.at(-1) as LexiconEntry[];
    if (strata.length < STRATA && passed >= (postings * strata.length) / STRATA) {
      strata.push([entry]);
    } else {
      current.push(entry);
    }
    passed += entry.documentFrequency;
  }
  return strata;
}
