/**
 * Term discrimination constraints: a rarer query term contributes more.
 *
 * TDC in its two forms (Fang, Tao and Zhai, SIGIR 2004 and TOIS 2011) and the modification of Shi
 * et al. (SIGIR 2005). The form of 2004 replaces one of several occurrences, so it mixes rarity
 * with the effect of repetition; the form of 2011, on a common part without query terms, is the
 * clean test. Rarer means in fewer documents and with fewer occurrences.
 */

import { type Axiom, type AxiomInstance, createPairInstance, type WordSequence } from "../axiom.ts";
import type { LexiconEntry } from "../lexicon.ts";
import type { TermSampler } from "../term-sampler.ts";
import { replaceWords } from "./term-frequency.ts";

const MAX_OCCURRENCES = 20;
/**
 * Previous occurrences of either term in a document; a further one matters most if there are few.
 */
const OCCURRENCES: readonly number[] = [0, 1, 2, 3, 5, 10];

export const TDC_2004: Axiom = {
  id: "TDC-2004",
  summary:
    "an occurrence of the commoner query term made one of the rarer does not lower the score",
  source: "Fang, Tao and Zhai 2004",
  isStrict: false,
  draw(sampler) {
    const pair = sampler.drawRarerFirst();
    if (pair === undefined) return undefined;
    const { words, slots } = drawDocumentWithBoth(sampler, pair, 1);
    return createExchangeInstance(pair, words, slots.at(-1) as number);
  },
};

export const TDC_2011: Axiom = {
  id: "TDC-2011",
  summary: "the rarer query term, added to a document without query terms, is worth more",
  source: "Fang, Tao and Zhai 2011",
  isStrict: true,
  draw(sampler) {
    const pair = sampler.drawRarerFirst();
    if (pair === undefined) return undefined;
    return createAppendInstance(pair, sampler.fillers(sampler.length() - 1, pair));
  },
};

export const TDC_2011_ANY: Axiom = {
  id: "TDC-2011-any",
  summary: "the rarer query term, added to any document, is worth more",
  source: "Fang, Tao and Zhai 2011",
  isStrict: true,
  draw(sampler) {
    const pair = sampler.drawRarerFirst();
    if (pair === undefined) return undefined;
    return createAppendInstance(pair, drawDocumentWithBoth(sampler, pair, 0).words.slice(1));
  },
};

export const M_TDC: Axiom = {
  id: "M-TDC",
  summary: "of two documents whose query term counts are exchanged, more of the rarer is better",
  source: "Shi, Wen, Yu, Song and Ma 2005",
  isStrict: true,
  draw: (sampler) => drawCountExchange(sampler, 0.5),
};

export const LEN_M_TDC: Axiom = {
  id: "LEN-M-TDC",
  summary: "M-TDC for documents whose lengths differ by at most 10 %",
  source: "Shi, Wen, Yu, Song and Ma 2005",
  isStrict: true,
  draw: (sampler) => drawCountExchange(sampler, 0.1),
};

type RarerFirst = readonly [LexiconEntry, LexiconEntry];

/** The common term at `slot` is replaced by the rarer one. */
export function createExchangeInstance(
  [rare, common]: RarerFirst,
  words: WordSequence,
  slot: number,
): AxiomInstance {
  return createPairInstance(
    [rare.word, common.word],
    replaceWords(words, [slot], rare.word),
    words,
  );
}

/** The same document with either term at its end. */
export function createAppendInstance(
  [rare, common]: RarerFirst,
  words: WordSequence,
): AxiomInstance {
  return createPairInstance(
    [rare.word, common.word],
    [...words, rare.word],
    [...words, common.word],
  );
}

/** A document with any number of either term, the common one at least `minCount` times and last. */
function drawDocumentWithBoth(
  sampler: TermSampler,
  [rare, common]: RarerFirst,
  minCommon: number,
): { words: readonly string[]; slots: readonly number[] } {
  const commons = OCCURRENCES.filter((count) => count >= minCommon);
  const termWords = [
    ...Array.from({ length: sampler.choice(OCCURRENCES) }, () => rare.word),
    ...Array.from({ length: sampler.choice(commons) }, () => common.word),
  ];
  return sampler.layout(sampler.length(), [rare, common], termWords);
}

/**
 * A document with more of the rarer than of the common term, and the same with both terms
 * exchanged; one of the two then gets more fillers, at most this share of its length.
 */
function drawCountExchange(sampler: TermSampler, moreFillers: number): AxiomInstance | undefined {
  const pair = sampler.drawRarerFirst();
  if (pair === undefined) return undefined;
  const [rare, common] = pair;
  const length = Math.floor(sampler.length() / (1 + moreFillers));
  const many = sampler.count(1, Math.min(MAX_OCCURRENCES, Math.floor(length / 2)));
  const few = sampler.count(0, many - 1);
  const termWords = [
    ...Array.from({ length: many }, () => rare.word),
    ...Array.from({ length: few }, () => common.word),
  ];
  const { words, slots } = sampler.layout(length, pair, termWords);
  const other = [...words];
  for (const slot of slots) other[slot] = words[slot] === rare.word ? common.word : rare.word;
  const more = sampler.fillers(sampler.count(0, Math.floor(moreFillers * length)), pair);
  const isAboveLonger = sampler.random.below(2) === 1;
  const query = [rare.word, ...(sampler.random.below(2) === 1 ? [rare.word] : []), common.word];
  return createPairInstance(
    query,
    isAboveLonger ? [...words, ...more] : words,
    isAboveLonger ? other : [...other, ...more],
  );
}
