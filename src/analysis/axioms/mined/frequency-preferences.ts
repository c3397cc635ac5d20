/**
 * The axioms about frequency, rarity and length on pairs of real documents, with approximate
 * premises.
 */

import { isClose } from "../families/lower-bound.ts";
import {
  compareSmaller,
  countOccurrences,
  type QueryStatistics,
  type TermPreference,
} from "./term-preference.ts";

/** Maximum relative difference of lengths or frequencies that count as equal. */
const MARGIN = 0.1;

type TermSequence = readonly string[];

/** Lengths within 10 %; no query term is rarer in the first document, and their total is larger. */
const TFC1: TermPreference = {
  id: "TFC1",
  summary: "of documents of like length, more occurrences of some query term and fewer of no other",
  isStrict: true,
  prefer({ query }, first, second) {
    if (!isClose(first.length, second.length, MARGIN)) return 0;
    const steps = computeDifferences(query, first, second);
    if (steps.every((step) => step >= 0)) return steps.some((step) => step > 0) ? 1 : 0;
    return steps.every((step) => step <= 0) ? -1 : 0;
  },
};

/** Lengths within 10 %; both of two similarly rare terms against one of them as often. */
const TFC3: TermPreference = {
  id: "TFC3",
  summary: "of documents of like length, two equally rare query terms instead of one as often",
  isStrict: true,
  prefer(statistics, first, second) {
    if (!isClose(first.length, second.length, MARGIN)) return 0;
    return Math.sign(
      compareCoverage(statistics, first, second) - compareCoverage(statistics, second, first),
    );
  },
};

/** Counts of query terms exchanged between rarer and more common ones, and otherwise equal. */
const M_TDC: TermPreference = {
  id: "M-TDC",
  summary: "of documents whose query term counts are exchanged, more of the rarer",
  isStrict: true,
  prefer: compareExchangedCounts,
};

const LEN_M_TDC: TermPreference = {
  ...M_TDC,
  id: "LEN-M-TDC",
  summary: "M-TDC for documents of like length",
  prefer: (statistics, first, second) =>
    isClose(first.length, second.length, MARGIN)
      ? compareExchangedCounts(statistics, first, second)
      : 0,
};

/** Every query term equally often, within 10 %: the shorter document. */
const LNC1: TermPreference = {
  id: "LNC1",
  summary: "of documents with the same query term counts, the shorter",
  isStrict: false,
  prefer({ query }, first, second) {
    const isLike = [...new Set(query)].every((term) =>
      isClose(countOccurrences(term, first), countOccurrences(term, second), MARGIN),
    );
    return isLike ? compareSmaller(first.length, second.length) : 0;
  },
};

/** Equally many other words, and more of a query term. */
const TF_LNC: TermPreference = {
  id: "TF-LNC",
  summary: "of documents with equally many other words, more occurrences of a query term",
  isStrict: true,
  prefer({ query }, first, second) {
    const signs = [...new Set(query)].map((term) => {
      const [a, b] = [countOccurrences(term, first), countOccurrences(term, second)];
      return first.length - a === second.length - b ? Math.sign(a - b) : 0;
    });
    return Math.sign(signs.reduce((sum, sign) => sum + sign, 0));
  },
};

const LB1: TermPreference = {
  id: "LB1",
  summary: "of documents with nearly equal scores, the one with a query term that the other lacks",
  isStrict: true,
  needsCloseScores: true,
  prefer({ query }, first, second) {
    const isOnlyIn = (document: TermSequence, other: TermSequence): boolean =>
      query.some((term) => document.includes(term) && !other.includes(term));
    return Number(isOnlyIn(first, second)) - Number(isOnlyIn(second, first));
  },
};

export const FREQUENCY_PREFERENCES: readonly TermPreference[] = [
  TFC1,
  TFC3,
  M_TDC,
  LEN_M_TDC,
  LNC1,
  TF_LNC,
  LB1,
];

/** The difference in frequency of each query term between the documents. */
function computeDifferences(
  query: TermSequence,
  first: TermSequence,
  second: TermSequence,
): number[] {
  return [...new Set(query)].map(
    (term) => countOccurrences(term, first) - countOccurrences(term, second),
  );
}

/**
 * Pairs of similarly rare terms that the first document has both of, while the second has one of
 * them as often.
 */
function compareCoverage(
  { query, idf }: QueryStatistics,
  first: TermSequence,
  second: TermSequence,
): number {
  const terms = [...new Set(query)];
  let pairs = 0;
  for (const [i, one] of terms.entries()) {
    for (const other of terms.slice(i + 1)) {
      if (!isClose(idf(one), idf(other), MARGIN)) continue;
      const [a, b] = [countOccurrences(one, first), countOccurrences(other, first)];
      const [c, d] = [countOccurrences(one, second), countOccurrences(other, second)];
      if (a > 0 && b > 0 && ((c === a + b && d === 0) || (d === a + b && c === 0))) pairs++;
    }
  }
  return pairs;
}

/**
 * All query terms whose counts differ form pairs with exchanged counts, and in every pair the same
 * document has more of the rarer term, which the query contains at least as often.
 */
function compareExchangedCounts(
  { query, idf }: QueryStatistics,
  first: TermSequence,
  second: TermSequence,
): number {
  const differing = [...new Set(query)]
    .map((term) => ({ term, a: countOccurrences(term, first), b: countOccurrences(term, second) }))
    .filter(({ a, b }) => a !== b);
  const covered = new Set<string>();
  let sign = 0;
  for (const rare of differing) {
    for (const common of differing) {
      if (!(idf(rare.term) > idf(common.term))) continue;
      if (rare.a !== common.b || rare.b !== common.a) continue;
      if (countOccurrences(rare.term, query) < countOccurrences(common.term, query)) continue;
      const better = Math.sign(rare.a - rare.b);
      if (sign !== 0 && better !== sign) return 0;
      sign = better;
      covered.add(rare.term).add(common.term);
    }
  }
  return covered.size === differing.length ? sign : 0;
}
