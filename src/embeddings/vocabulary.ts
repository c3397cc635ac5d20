/**
 * The words of a model, by id: 0 is padding, 1 is every word outside the vocabulary
 * (OOV), and from 2 on words by descending count.
 *
 * Voc-n contains the words that occur at least n times in the documents of a
 * collection, Voc-Full all of them (Hofstätter et al., "On the effect of
 * low-frequency terms on neural-IR models", SIGIR 2019).
 */

import { compareBytes } from "../common/bytes/index.ts";
import { badArgument, badInput, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { decompress } from "../storage/gzip.ts";

/** The id of padding. */
export const PADDING = 0;
/** The id of every word that is not in the vocabulary (out of vocabulary, OOV). */
export const UNKNOWN = 1;
/** The first id that is a word. */
export const FIRST_WORD = 2;

/** The number of occurrences of each word. */
export type WordCounts = ReadonlyMap<string, number>;

/** The words of a model, numbered by descending frequency. */
export class Vocabulary {
  /** Word `i` has the id `i + FIRST_WORD`. */
  readonly words: readonly string[];
  readonly counts: Float64Array;
  readonly #ids: ReadonlyMap<string, number>;

  /** `words` in the order of their ids. */
  constructor(words: readonly string[], counts: Float64Array) {
    if (counts.length !== words.length) {
      throw badArgument(`${words.length} words need as many counts, got ${counts.length}`);
    }
    this.words = words;
    this.counts = counts;
    this.#ids = new Map(words.map((word, i) => [word, i + FIRST_WORD]));
    if (this.#ids.size < words.length) throw badArgument("a word occurs twice in the vocabulary");
  }

  /** The words that occur at least `minCount` times: Voc-n for n, Voc-Full for 1. */
  static fromCounts(counts: WordCounts, minCount = 1): Vocabulary {
    if (!Number.isInteger(minCount) || minCount < 1) {
      throw badArgument(`the minimum count of a word must be a whole number ≥ 1, got ${minCount}`);
    }
    const frequentWords = [...counts].filter(([, count]) => count >= minCount);
    frequentWords.sort(([a, x], [b, y]) => y - x || compareBytes(a, b));
    return new Vocabulary(
      frequentWords.map(([word]) => word),
      Float64Array.from(frequentWords, ([, count]) => count),
    );
  }

  /** The number of ids, including padding and the unknown word: the rows of a model's table. */
  get size(): number {
    return this.words.length + FIRST_WORD;
  }

  /** The id of a word, `UNKNOWN` if it is not in the vocabulary. */
  id(word: string): number {
    return this.#ids.get(word) ?? UNKNOWN;
  }

  /** The ids of words, in order. */
  ids(words: readonly string[]): Int32Array {
    return Int32Array.from(words, (word) => this.id(word));
  }
}

/** Writes a vocabulary as text: on each line a word, a tab and its count. */
export async function writeVocabulary(
  files: Files,
  path: string,
  { words, counts }: Vocabulary,
): Promise<void> {
  const badWord = words.find((word) => word === "" || /[\t\n\r]|\p{Surrogate}/u.test(word));
  if (badWord !== undefined) {
    throw badArgument(
      `a word must be well-formed, without tabs and line feeds, got ${quote(badWord)}`,
    );
  }
  const text = words.map((word, i) => `${word}\t${counts[i]}\n`).join("");
  await files.write(path, [new TextEncoder().encode(text)]);
}

/** Reads a file of `writeVocabulary`. */
export async function readVocabulary(files: Files, path: string): Promise<Vocabulary> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const words: string[] = [];
  const counts: number[] = [];
  const uniqueWords = new Set<string>();
  const take = (line: string): void => {
    const number = words.length + 1;
    const [, word, count] = /^([^\t]+)\t(\d{1,15})$/.exec(line) ?? [];
    if (word === undefined) throw badInput(path, number, "a word, a tab and a count are expected");
    if (uniqueWords.has(word)) throw badInput(path, number, `the word ${quote(word)} occurs twice`);
    if (Number(count) > (counts.at(-1) ?? Infinity)) {
      throw badInput(path, number, "a word is more frequent than the one before it");
    }
    uniqueWords.add(word);
    words.push(word);
    counts.push(Number(count));
  };
  let rest = "";
  try {
    for await (const chunk of decompress(files.read(path), path)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() as string;
      for (const line of lines) take(line);
    }
    rest += decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badInput(path, words.length + 1, "the bytes are not valid UTF-8");
  }
  if (rest !== "") take(rest);
  return new Vocabulary(words, Float64Array.from(counts));
}
