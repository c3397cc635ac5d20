/**
 * A text prepared for training vectors: its words by descending count, and the whole
 * text as one array of word numbers, four bytes per token, in memory that threads
 * can share.
 *
 * Lines come from the documents of a collection, or from a text as for fastText.
 * Every line ends with the word `LINE_END`. Words that are too rare are removed from
 * the text, as in fastText.
 */

import type { Collection } from "../collection/collection.ts";
import { decodeLineBatches } from "../collection/formats/index.ts";
import { badArgument } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { decompress } from "../storage/gzip.ts";
import type { Analyzer } from "../text/analyzer.ts";
import { createShareableInts } from "./shareable-numbers.ts";
import { LINE_END } from "./subwords.ts";

export interface TrainingText {
  /** By descending count; ties in order of appearance. */
  readonly words: readonly string[];
  readonly counts: Float64Array;
  /** The number of `LINE_END` among the words. */
  readonly lineEnd: number;
  readonly tokens: Int32Array;
  /** Tokens of the text before rare words were left out. */
  readonly tokenCount: number;
}

/** Reads lines of words once. `BAD_ARGUMENT` if no word is frequent enough. */
export async function readTrainingText(
  lines: AsyncIterable<Iterable<string>> | Iterable<Iterable<string>>,
  minCount: number,
): Promise<TrainingText> {
  const ids = new Map<string, number>([[LINE_END, 0]]);
  const counts: number[] = [0];
  let tokens = createShareableInts(1 << 16);
  let length = 0;
  const push = (id: number): void => {
    if (length === tokens.length) {
      const larger = createShareableInts(2 * length);
      larger.set(tokens);
      tokens = larger;
    }
    tokens[length++] = id;
    counts[id] = (counts[id] as number) + 1;
  };
  for await (const line of lines) {
    for (const word of line) {
      let id = ids.get(word);
      if (id === undefined) {
        id = counts.length;
        ids.set(word, id);
        counts.push(0);
      }
      push(id);
    }
    push(0);
  }
  const allWords = [...ids.keys()];
  const frequentIds = counts
    .map((_, id) => id)
    .filter((id) => id === 0 || (counts[id] as number) >= minCount)
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
  if (frequentIds.length < 2) throw badArgument(`no word of the text occurs ${minCount} times`);
  return {
    words: frequentIds.map((id) => allWords[id] as string),
    counts: Float64Array.from(frequentIds, (id) => counts[id] as number),
    lineEnd: frequentIds.indexOf(0),
    tokens: renumberTokens(tokens, length, frequentIds, counts.length),
    tokenCount: length,
  };
}

/** Renumbers tokens in place and closes the gaps of rare words. */
function renumberTokens(
  tokens: Int32Array,
  length: number,
  frequentIds: readonly number[],
  idCount: number,
): Int32Array {
  const numbers = new Int32Array(idCount).fill(-1);
  for (const [number, id] of frequentIds.entries()) numbers[id] = number;
  let to = 0;
  for (let at = 0; at < length; at++) {
    const number = numbers[tokens[at] as number] as number;
    if (number >= 0) tokens[to++] = number;
  }
  return tokens.subarray(0, to);
}

/** The surface forms of each document, title and text on one line. */
export async function* readCollectionLines(
  collection: Collection,
  analyzer: Analyzer,
): AsyncGenerator<string[]> {
  for await (const { title = "", text } of collection.documents()) {
    const words: string[] = [];
    for (const part of [title, text]) {
      const tokens = analyzer.read(part);
      for (let i = 0; i < tokens.count; i++) words.push(tokens.form(i));
    }
    yield words;
  }
}

/** The lines of a file, plain or gzip, split at white space and otherwise unchanged. */
export async function* readPlainLines(files: Files, path: string): AsyncGenerator<string[]> {
  for await (const { lines } of decodeLineBatches(decompress(files.read(path), path), path)) {
    for (const line of lines) yield line.split(/[ \t\v\f\r\0]+/).filter((word) => word !== "");
  }
}
