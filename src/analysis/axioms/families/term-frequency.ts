/**
 * Term frequency constraints (Fang, Tao and Zhai, SIGIR 2004): more occurrences are better, each
 * further one adds less, and of equally discriminative words two different ones are better than one
 * twice.
 *
 * All documents of an instance share one layout: they differ in query terms that replace fillers.
 */

import {
  type Axiom,
  type AxiomInstance,
  createPairInstance,
  createTestDocument,
  type WordSequence,
} from "../axiom.ts";
import type { TermSampler } from "../term-sampler.ts";

const SOURCE = "Fang, Tao and Zhai 2004";
/** Maximum number of occurrences tried; beyond, the steps of every known ranker only shrink. */
const MAX_OCCURRENCES = 20;

export const TFC1: Axiom = {
  id: "TFC1",
  summary: "one more occurrence of the query term, in the place of a filler, raises the score",
  source: SOURCE,
  isStrict: true,
  draw: (sampler) => drawAddedOccurrence(sampler, 1),
};

export const TFC1_MULTI: Axiom = {
  id: "TFC1-multi",
  summary: "one more occurrence of any of two or three query terms raises the score",
  source: SOURCE,
  isStrict: true,
  draw: (sampler) => drawAddedOccurrence(sampler, sampler.count(2, 3)),
};

export const TFC2: Axiom = {
  id: "TFC2",
  summary: "each further occurrence of the query term adds less than the one before",
  source: SOURCE,
  isStrict: true,
  draw(sampler) {
    const term = sampler.term();
    const occurrences = sampler.count(1, MAX_OCCURRENCES - 2);
    const termWords = Array.from({ length: occurrences }, () => term.word);
    const { words, free } = sampler.layout(sampler.length(), [term], termWords);
    return createDiminishingInstance(term.word, words, free as readonly [number, number]);
  },
};

export const TFC3: Axiom = {
  id: "TFC3",
  summary: "two query terms of equal rarity are better than one of them as often as both",
  source: "Fang, Tao and Zhai 2011",
  isStrict: true,
  draw(sampler) {
    const equalTerms = sampler.drawEqualTerms();
    if (equalTerms === undefined) return undefined;
    const [first, second] = equalTerms;
    const [unchangedCount, replacedCount] = [sampler.count(1, 8), sampler.count(1, 8)];
    const termWords = Array.from({ length: unchangedCount + replacedCount }, () => first.word);
    const { words, slots } = sampler.layout(sampler.length(), equalTerms, termWords);
    const both = replaceWords(words, slots.slice(0, replacedCount), second.word);
    return createPairInstance([first.word, second.word], both, words);
  },
};

/** Three documents in which the word replaces one more filler each time. */
export function createDiminishingInstance(
  word: string,
  words: WordSequence,
  [next, last]: readonly [number, number],
): AxiomInstance {
  const second = replaceWords(words, [next], word);
  return {
    query: [word],
    documents: [words, second, replaceWords(second, [last], word)].map(createTestDocument),
    sides: ({ 0: a, 1: b, 2: c }) => {
      const [first, middle, end] = [a, b, c] as [number, number, number];
      return [middle - first, end - middle];
    },
  };
}

function drawAddedOccurrence(sampler: TermSampler, queryLength: number): AxiomInstance {
  const query = sampler.terms(queryLength);
  const length = sampler.length();
  const occurrences = sampler.count(0, Math.min(MAX_OCCURRENCES, length - 1));
  const termWords = Array.from({ length: occurrences }, () => sampler.choice(query).word);
  const { words, free } = sampler.layout(length, query, termWords);
  const more = replaceWords(words, free.slice(0, 1), sampler.choice(query).word);
  return createPairInstance(
    query.map(({ word }) => word),
    more,
    words,
  );
}

/** The same words, with one word at these positions. */
export function replaceWords(
  words: WordSequence,
  positions: readonly number[],
  word: string,
): string[] {
  const changed = [...words];
  for (const position of positions) changed[position] = word;
  return changed;
}
