/**
 * Length constraints (Fang, Tao and Zhai, SIGIR 2004): off-topic words do not help, a repeated
 * document is not worse, and a query term outweighs the length that it adds.
 *
 * If a ranker reads a limited number of words, documents stay within that limit; beyond it the edit
 * would be invisible.
 */

import { type Axiom, type AxiomInstance, createPairInstance, type WordSequence } from "../axiom.ts";
import { LENGTHS, LONG_LENGTHS, type TermSampler } from "../term-sampler.ts";

const SOURCE = "Fang, Tao and Zhai 2004";
const MAX_OCCURRENCES = 20;

export const LNC1: Axiom = {
  id: "LNC1",
  summary: "a word outside the query, added at the end, does not raise the score",
  source: SOURCE,
  isStrict: false,
  draw: (sampler) => drawAddedFiller(sampler, (length) => length),
};

export const LNC1_INSERT: Axiom = {
  id: "LNC1-insert",
  summary: "a word outside the query, added anywhere, does not raise the score",
  source: SOURCE,
  isStrict: false,
  draw: (sampler) => drawAddedFiller(sampler, (length) => sampler.count(0, length)),
};

export const LNC2: Axiom = {
  id: "LNC2",
  summary: "a document repeated two, three or five times has no lower score",
  source: SOURCE,
  isStrict: false,
  draw(sampler) {
    const times = sampler.choice([2, 3, 5]);
    const longest = Math.floor(sampler.longest / times);
    const lengths = LONG_LENGTHS.filter((length) => length <= longest);
    const { query, words } = drawDocument(sampler, lengths.length > 0 ? lengths : [longest], 1);
    return createRepetitionInstance(query, words, times);
  },
};

export const TF_LNC: Axiom = {
  id: "TF-LNC",
  summary: "more occurrences of the query term, added at the end, raise the score",
  source: SOURCE,
  isStrict: true,
  draw(sampler) {
    const term = sampler.term();
    const copies = sampler.choice([1, 5, 20]);
    const lengths = LONG_LENGTHS.filter((length) => length + copies <= sampler.longest);
    const length = sampler.length(lengths.length > 0 ? lengths : [sampler.longest - copies]);
    const occurrences = sampler.count(0, Math.min(MAX_OCCURRENCES, length));
    const termWords = Array.from({ length: occurrences }, () => term.word);
    return createAddedTermInstance(
      term.word,
      sampler.layout(length, [term], termWords).words,
      copies,
    );
  },
};

/** The repeated document against the document itself. */
export function createRepetitionInstance(
  query: WordSequence,
  words: WordSequence,
  times: number,
): AxiomInstance {
  const all = Array.from({ length: times }, () => words).flat();
  return createPairInstance(query, all, words);
}

/** The document with copies of the word at its end against the document itself. */
export function createAddedTermInstance(
  word: string,
  words: WordSequence,
  copies: number,
): AxiomInstance {
  const more = Array.from({ length: copies }, () => word);
  return createPairInstance([word], [...words, ...more], words);
}

function drawAddedFiller(
  sampler: TermSampler,
  choosePosition: (length: number) => number,
): AxiomInstance {
  const lengths = LENGTHS.map((length) => Math.min(length, sampler.longest - 1));
  const { query, words, filler } = drawDocument(sampler, lengths, 0);
  return createPairInstance(query, words, words.toSpliced(choosePosition(words.length), 0, filler));
}

/**
 * A query of one to three terms, a document with a minimum number of their occurrences, and a
 * filler.
 */
function drawDocument(
  sampler: TermSampler,
  lengths: readonly number[],
  minOccurrences: number,
): { query: string[]; words: readonly string[]; filler: string } {
  const terms = sampler.terms(sampler.count(1, 3));
  const length = sampler.length(lengths);
  const occurrences = sampler.count(minOccurrences, Math.min(MAX_OCCURRENCES, length));
  const termWords = Array.from({ length: occurrences }, () => sampler.choice(terms).word);
  const { words } = sampler.layout(length, terms, termWords);
  const [filler] = sampler.fillers(1, terms) as [string];
  return { query: terms.map(({ word }) => word), words, filler };
}
