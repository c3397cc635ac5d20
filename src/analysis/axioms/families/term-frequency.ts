/**
 * Term frequency constraints (Fang, Tao and Zhai, SIGIR 2004): more
 * occurrences are better, each further one adds less, and of equally telling
 * words two different ones are better than one twice.
 *
 * All documents of an instance share one layout: they are made from each other
 * by putting a query term in the place of a filler.
 */

import { type Axiom, type AxiomInstance, madeUp, pairOf, type WordSequence } from "../axiom.ts";
import type { TermSampler } from "../term-sampling.ts";

const SOURCE = "Fang, Tao and Zhai 2004";
/** Occurrences that are tried at most; beyond, the steps of any known ranker only shrink. */
const MOST_OCCURRENCES = 20;

export const TFC1: Axiom = {
  id: "TFC1",
  summary: "one more occurrence of the query term, in the place of a filler, raises the score",
  source: SOURCE,
  isStrict: true,
  draw: (sampler) => oneMoreOccurrence(sampler, 1),
};

export const TFC1_MULTI: Axiom = {
  id: "TFC1-multi",
  summary: "one more occurrence of any of two or three query terms raises the score",
  source: SOURCE,
  isStrict: true,
  draw: (sampler) => oneMoreOccurrence(sampler, sampler.count(2, 3)),
};

export const TFC2: Axiom = {
  id: "TFC2",
  summary: "each further occurrence of the query term adds less than the one before",
  source: SOURCE,
  isStrict: true,
  draw(sampler) {
    const term = sampler.term();
    const occurrences = sampler.count(1, MOST_OCCURRENCES - 2);
    const placed = Array.from({ length: occurrences }, () => term.word);
    const { words, free } = sampler.layout(sampler.length(), [term], placed);
    return diminishing(term.word, words, free as readonly [number, number]);
  },
};

export const TFC3: Axiom = {
  id: "TFC3",
  summary: "two query terms of equal rarity are better than one of them as often as both",
  source: "Fang, Tao and Zhai 2011",
  isStrict: true,
  draw(sampler) {
    const alike = sampler.alike();
    if (alike === undefined) return undefined;
    const [first, second] = alike;
    const [kept, moved] = [sampler.count(1, 8), sampler.count(1, 8)];
    const placed = Array.from({ length: kept + moved }, () => first.word);
    const { words, slots } = sampler.layout(sampler.length(), alike, placed);
    const both = replaced(words, slots.slice(0, moved), second.word);
    return pairOf([first.word, second.word], both, words);
  },
};

/** The first three documents of a row in which the word takes one more place each time. */
export function diminishing(
  word: string,
  words: WordSequence,
  [next, last]: readonly [number, number],
): AxiomInstance {
  const second = replaced(words, [next], word);
  return {
    query: [word],
    documents: [words, second, replaced(second, [last], word)].map(madeUp),
    sides: ({ 0: a, 1: b, 2: c }) => {
      const [first, middle, end] = [a, b, c] as [number, number, number];
      return [middle - first, end - middle];
    },
  };
}

function oneMoreOccurrence(sampler: TermSampler, queryLength: number): AxiomInstance {
  const query = sampler.terms(queryLength);
  const length = sampler.length();
  const occurrences = sampler.count(0, Math.min(MOST_OCCURRENCES, length - 1));
  const placed = Array.from({ length: occurrences }, () => sampler.choice(query).word);
  const { words, free } = sampler.layout(length, query, placed);
  const more = replaced(words, free.slice(0, 1), sampler.choice(query).word);
  return pairOf(
    query.map(({ word }) => word),
    more,
    words,
  );
}

/** The same words but for one word in these places. */
export function replaced(words: WordSequence, places: readonly number[], word: string): string[] {
  const changed = [...words];
  for (const place of places) changed[place] = word;
  return changed;
}
