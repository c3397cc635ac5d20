/**
 * More documents than a collection has, made of its texts.
 *
 * A document of a later round takes the place of one of the collection: its title and the first
 * half of its text, and the second half of another text of the same source. So sources, their
 * order, lengths and word frequencies stay those of the collection.
 *
 * A larger collection also has more words. Of the rare words, which are the ones that a collection
 * adds as it grows, so many become new words in each round that the number of words grows as
 * n^beta (Heaps), with the beta of the collection itself: of all of its documents against every
 * tenth. A word that becomes new does so in the whole round, so its new form is rare as well.
 */

import { Random } from "../src/common/random.ts";

/** A document with the name of its source. */
export interface SourceDocument {
  readonly source: string;
  readonly title: string;
  readonly text: string;
}

/** A word is rare if the collection has it this many times at most. */
const RARE = 3;
/** Rare words of the collection that occur in a round: first halves all, second halves by chance. */
const SHARE_IN_ROUND = 0.8;
/** Every document of this number is in the sample that the growth is estimated from. */
const SAMPLE = 10;
/** Endings of new words by round; no stemmer removes them. */
const ENDINGS = "bcdfghjkmpqvwxz";
const WORD = /[\p{L}\p{N}]+/gu;

/** The growth of the number of words, and the rare ones. */
export interface Vocabulary {
  readonly words: number;
  /** Words grow as n^beta. */
  readonly beta: number;
  readonly rareWords: ReadonlySet<string>;
}

/** Counts the words of a collection. */
export function countVocabulary(documents: readonly SourceDocument[]): Vocabulary {
  const counts = new Map<string, number>();
  const sampled = new Set<string>();
  for (const [i, { title, text }] of documents.entries()) {
    for (const [word] of `${title} ${text}`.toLowerCase().matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (i % SAMPLE === 0) sampled.add(word);
    }
  }
  const rareWords = new Set<string>();
  for (const [word, count] of counts) if (count <= RARE) rareWords.add(word);
  const beta = Math.log(counts.size / Math.max(1, sampled.size)) / Math.log(SAMPLE);
  return { words: counts.size, beta, rareWords };
}

/** The share of the rare words that become new ones in a round, from 2. */
export function computeShareOfNewWords(
  { words, beta, rareWords }: Vocabulary,
  round: number,
): number {
  const more = words * (round ** beta - (round - 1) ** beta);
  return Math.min(1, more / Math.max(1, SHARE_IN_ROUND * rareWords.size));
}

/** The documents of a round, from 2. The same for the same seed. */
export function* recombineDocuments(
  documents: readonly SourceDocument[],
  vocabulary: Vocabulary,
  { round, seed = 1 }: { readonly round: number; readonly seed?: number },
): Generator<SourceDocument> {
  const random = new Random(seed).split(`round ${round}`);
  const bySource = new Map<string, number[]>();
  for (const [i, { source }] of documents.entries()) {
    const numbers = bySource.get(source);
    if (numbers === undefined) bySource.set(source, [i]);
    else numbers.push(i);
  }
  const share = computeShareOfNewWords(vocabulary, round);
  const ending = spellRound(round);
  const renew = (text: string): string =>
    text.replaceAll(WORD, (word) => {
      const lower = word.toLowerCase();
      const isRare = vocabulary.rareWords.has(lower);
      return isRare && hashWord(lower, round) < share ? `${word}${ending}` : word;
    });
  for (const { source, title, text } of documents) {
    const numbers = bySource.get(source) as number[];
    const other = documents[numbers[random.below(numbers.length)] as number] as SourceDocument;
    const first = text.slice(0, findMiddle(text));
    const second = other.text.slice(findMiddle(other.text));
    yield { source, title: renew(title), text: renew(`${first} ${second}`.trim()) };
  }
}

/** The end of the word in the middle of a text. */
function findMiddle(text: string): number {
  const space = text.indexOf(" ", text.length >>> 1);
  return space < 0 ? text.length : space;
}

/** Letters that tell a round from the others. */
function spellRound(round: number): string {
  const letter = ENDINGS[round % ENDINGS.length] as string;
  return round < ENDINGS.length
    ? `z${letter}`
    : `${spellRound(Math.floor(round / ENDINGS.length))}${letter}`;
}

/** A number from 0 to 1 by the letters of a word and the round (FNV-1a, mixed). */
function hashWord(word: string, round: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(round, 0x9e3779b1);
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
