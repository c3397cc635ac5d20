/**
 * PROX1 to PROX5 on pairs of real documents (Hagen, Völske, Göring and Stein, CIKM 2016). PROX1 to
 * PROX3 require that both contain the same two or more query terms, PROX4 and PROX5 that both
 * contain all of at least two.
 */

import {
  computeMeanGap,
  computeMeanSpan,
  findClosestGroups,
  findPhrasePosition,
  sumFirstPositions,
} from "../query-term-positions.ts";
import { compareSmaller, type TermPreference } from "./term-preference.ts";

export const PROX1: TermPreference = {
  id: "PROX1",
  summary: "the smaller mean gap between query terms",
  isStrict: true,
  prefer({ query }, first, second) {
    const shared = findSharedTerms(query, first, second);
    if (shared === undefined) return 0;
    return compareSmaller(computeMeanGap(shared, first), computeMeanGap(shared, second));
  },
};

export const PROX2: TermPreference = {
  id: "PROX2",
  summary: "the smaller sum of the first places of query terms",
  isStrict: true,
  prefer({ query }, first, second) {
    const shared = findSharedTerms(query, first, second);
    if (shared === undefined) return 0;
    return compareSmaller(sumFirstPositions(shared, first), sumFirstPositions(shared, second));
  },
};

export const PROX3: TermPreference = {
  id: "PROX3",
  summary: "the earlier first occurrence of the query as a phrase",
  isStrict: true,
  prefer({ query }, first, second) {
    if (findSharedTerms(query, first, second) === undefined) return 0;
    return compareSmaller(findPhrasePosition(query, first), findPhrasePosition(query, second));
  },
};

export const PROX4: TermPreference = {
  id: "PROX4",
  summary: "fewer other words inside the closest group of all query terms, then more such groups",
  isStrict: true,
  prefer({ query }, first, second) {
    if (new Set(query).size < 2) return 0;
    const [a, b] = [findClosestGroups(query, first), findClosestGroups(query, second)];
    if (a === undefined || b === undefined) return 0;
    return compareSmaller(a.others, b.others) || compareSmaller(b.count, a.count);
  },
};

export const PROX5: TermPreference = {
  id: "PROX5",
  summary: "the smaller mean width of the groups of all query terms",
  isStrict: true,
  prefer({ query }, first, second) {
    if (new Set(query).size < 2) return 0;
    return compareSmaller(computeMeanSpan(query, first), computeMeanSpan(query, second));
  },
};

/** The query terms in both documents, if these are also the terms in either, and at least two. */
function findSharedTerms(
  query: readonly string[],
  first: readonly string[],
  second: readonly string[],
): string[] | undefined {
  const terms = [...new Set(query)];
  const inFirst = terms.filter((term) => first.includes(term));
  const inSecond = terms.filter((term) => second.includes(term));
  const isSame = inFirst.length === inSecond.length && inFirst.every((t) => inSecond.includes(t));
  return isSame && inFirst.length >= 2 ? inFirst : undefined;
}
