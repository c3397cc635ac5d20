/**
 * Semantic term matching constraints (Fang and Zhai, "Semantic term matching in axiomatic
 * approaches to information retrieval", SIGIR 2006): a word similar to a query term helps, but no
 * number of such words beats the term itself, and covering a second query term by a similar word is
 * not worse than repeating the first.
 *
 * The similarity s(a, b) of two words is the cosine of their vectors.
 */

import { cosine } from "../../../scoring/index.ts";
import { type Axiom, createPairInstance } from "../axiom.ts";
import type { LexiconEntry } from "../lexicon.ts";
import type { TermSampler } from "../term-sampler.ts";

const SOURCE = "Fang and Zhai 2006";
/** Number of random words from which the most similar is chosen. */
const CANDIDATES = 50;
/** Minimum difference in similarity of the words that STMC1 compares. */
const MIN_SIMILARITY_DIFFERENCE = 0.1;

export const STMC1: Axiom = {
  id: "STMC1",
  summary:
    "of two documents of one word each, that with the word more like the query term is above",
  source: SOURCE,
  isStrict: true,
  needsVectors: true,
  draw(sampler) {
    const query = sampler.term();
    const [more, less] = [findNearestWord(sampler, query, []), drawOtherWord(sampler, [query])];
    if (more === undefined || less === undefined) return undefined;
    const difference =
      computeSimilarity(sampler, query, more) - computeSimilarity(sampler, query, less);
    if (difference < MIN_SIMILARITY_DIFFERENCE) return undefined;
    return createPairInstance([query.word], [more.word], [less.word]);
  },
};

export const STMC2: Axiom = {
  id: "STMC2",
  summary: "the query term once is no worse than any number of one word that is like it",
  source: SOURCE,
  isStrict: false,
  needsVectors: true,
  draw(sampler) {
    const query = sampler.term();
    const like = findNearestWord(sampler, query, []);
    if (like === undefined) return undefined;
    const many = Array.from({ length: sampler.count(1, 20) }, () => like.word);
    return createPairInstance([query.word], [query.word], many);
  },
};

export const STMC3: Axiom = {
  id: "STMC3",
  summary: "a word like the second query term is no worse than the first term once more",
  source: SOURCE,
  isStrict: false,
  needsVectors: true,
  draw(sampler) {
    const query = sampler.terms(2);
    const [first, second] = query as [LexiconEntry, LexiconEntry];
    const like = findNearestWord(sampler, second, [first]);
    if (like === undefined) return undefined;
    const once = Array.from({ length: sampler.count(1, 20) }, () => first.word);
    return createPairInstance(
      [first.word, second.word],
      [...once, like.word],
      [...once, first.word],
    );
  },
};

/**
 * The most similar of some random words, if its similarity is positive and it is not in `others`.
 */
function findNearestWord(
  sampler: TermSampler,
  query: LexiconEntry,
  others: readonly LexiconEntry[],
): LexiconEntry | undefined {
  let best: LexiconEntry | undefined;
  let closest = 0;
  for (let i = 0; i < CANDIDATES; i++) {
    const candidate = drawOtherWord(sampler, [query, ...others]);
    if (candidate === undefined) continue;
    const like = computeSimilarity(sampler, query, candidate);
    if (like > closest) [best, closest] = [candidate, like];
  }
  return best;
}

function drawOtherWord(
  sampler: TermSampler,
  without: readonly LexiconEntry[],
): LexiconEntry | undefined {
  const word = sampler.term();
  return without.includes(word) || sampler.getVector?.(word.word) === undefined ? undefined : word;
}

function computeSimilarity({ getVector }: TermSampler, a: LexiconEntry, b: LexiconEntry): number {
  return cosine(getVector?.(a.word), getVector?.(b.word));
}
