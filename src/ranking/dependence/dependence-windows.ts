/**
 * The windows of a query: none (independence), one pair for each two neighbours
 * (sequential), or all combinations (full). Windows with a term that the index does
 * not contain are left out; the others keep their position.
 */

import { countTerms } from "../ranker.ts";
import type { TermWindow } from "./window-postings.ts";

export interface Dependence {
  readonly kind: "none" | "sequential" | "full";
  /** Gap of ordered windows; 1 is a phrase. */
  readonly gap?: number;
  /** Words that an unordered window may span, per term. */
  readonly width?: number;
  /** Full dependence grows exponentially: largest window in terms … */
  readonly maxTerms?: number;
  /** … and the number of leading query terms that windows are made of. */
  readonly maxLength?: number;
}

export interface CountedWindow {
  readonly window: TermWindow;
  /** Occurrences of the window in the query. */
  readonly count: number;
  /** Sum of the counts of all windows of its kind. */
  readonly groupSize: number;
}

export function createDependenceWindows(
  { kind, gap = 1, width = 4, maxTerms = 3, maxLength = 12 }: Dependence,
  query: readonly string[],
  isIndexed: (term: string) => boolean,
): CountedWindow[] {
  if (kind === "none") return [];
  const terms = query.slice(0, maxLength);
  const largest = kind === "sequential" ? 2 : maxTerms;
  const phrases = listSubPhrases(terms, largest).filter((phrase) => phrase.every(isIndexed));
  const sets =
    kind === "sequential"
      ? phrases
      : listSubsets([...countTerms(terms).keys()].filter(isIndexed), largest);
  return [
    ...countWindows("ordered", phrases, () => gap),
    ...countWindows("unordered", sets, (size) => width * size),
  ];
}

function countWindows(
  kind: TermWindow["kind"],
  groups: readonly (readonly string[])[],
  computeSize: (termCount: number) => number,
): CountedWindow[] {
  const counts = new Map<string, { terms: readonly string[]; count: number }>();
  for (const terms of groups) {
    const key = terms.join("\0");
    counts.set(key, { terms, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].map(({ terms, count }) => ({
    window: { kind, terms, size: computeSize(terms.length) },
    count,
    groupSize: groups.length,
  }));
}

/** Runs of 2 to `largest` neighbours, short ones first. */
function listSubPhrases(terms: readonly string[], largest: number): string[][] {
  const phrases: string[][] = [];
  for (let size = 2; size <= Math.min(largest, terms.length); size++) {
    for (let start = 0; start + size <= terms.length; start++) {
      phrases.push(terms.slice(start, start + size));
    }
  }
  return phrases;
}

/** Subsets of 2 to `largest` distinct terms, small ones first, in query order. */
function listSubsets(terms: readonly string[], largest: number): string[][] {
  let sized: { set: string[]; next: number }[] = [{ set: [], next: 0 }];
  const combinations: string[][] = [];
  for (let size = 1; size <= largest; size++) {
    sized = sized.flatMap(({ set, next }) =>
      terms.slice(next).map((term, i) => ({ set: [...set, term], next: next + i + 1 })),
    );
    if (size >= 2) combinations.push(...sized.map(({ set }) => set));
  }
  return combinations;
}
