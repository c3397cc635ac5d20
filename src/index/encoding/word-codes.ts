/**
 * Word-based compression of texts: a text is a sequence of words and of the characters between
 * them, and each has a code of one or two bytes (Moura, Navarro, Ziviani and Baeza-Yates, "Fast and
 * flexible word searching on compressed text", ACM TOIS 2000). Unlike the output of a general
 * compressor, each text is read alone, without those before it.
 *
 *   byte b < singles          word number b
 *   singles ≤ b < 255, then c word number singles + 256 · (b - singles) + c
 *   255                       a word without a number: varint length in bytes, UTF-8
 *
 * A single space between two words has no code. Words are runs of letters and digits.
 */

import { decodeText, encodeText, type GrowingBytes } from "../../common/bytes/index.ts";
import { sortByBytes } from "./sort-by-bytes.ts";

const SPELLED = 255;
const PARTS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;
const WORD_START = /^[\p{L}\p{N}]/u;

/** Words by number. The first `singles` have codes of one byte. */
export interface CodedWords {
  readonly singles: number;
  readonly words: readonly string[];
}

/** The number of words that fit beside `singles` codes of one byte. */
export function countCodes(singles: number): number {
  return singles + 256 * (SPELLED - singles);
}

/** The words of a text and the characters between them that have a code, in order. */
export function* splitText(text: string): Generator<string> {
  const parts = text.match(PARTS) ?? [];
  for (const [i, part] of parts.entries()) {
    const isImplied = part === " " && i > 0 && i < parts.length - 1;
    if (!isImplied) yield part;
  }
}

export class WordCodeEncoder {
  readonly #singles: number;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor({ singles, words }: CodedWords) {
    this.#singles = singles;
    this.#numbers = new Map(words.map((word, number) => [word, number]));
  }

  encode(text: string, out: GrowingBytes): void {
    const singles = this.#singles;
    for (const part of splitText(text)) {
      const number = this.#numbers.get(part);
      if (number === undefined) {
        out.appendByte(SPELLED);
        out.appendString(part);
      } else if (number < singles) out.appendByte(number);
      else {
        out.appendByte(singles + ((number - singles) >>> 8));
        out.appendByte((number - singles) & 0xff);
      }
    }
  }
}

export class WordCodeDecoder {
  readonly #singles: number;
  readonly #words: readonly string[];
  readonly #isWord: Uint8Array;

  constructor({ singles, words }: CodedWords) {
    this.#singles = singles;
    this.#words = words;
    this.#isWord = Uint8Array.from(words, (word) => (WORD_START.test(word) ? 1 : 0));
  }

  /** Undefined for bytes that are not codes of these words. */
  decode(bytes: Uint8Array): string | undefined {
    let text = "";
    let isAfterWord = false;
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at++] as number;
      let part: string | undefined;
      let isWord: boolean;
      if (byte === SPELLED) {
        let [length, shift, more] = [0, 0, 0x80];
        for (; more >= 0x80 && shift <= 28; shift += 7) {
          more = bytes[at++] ?? 0;
          length += (more & 0x7f) * 2 ** shift;
        }
        if (at + length > bytes.length) return undefined;
        part = decodeText(bytes.subarray(at, at + length));
        at += length;
        isWord = WORD_START.test(part);
      } else {
        const number =
          byte < this.#singles
            ? byte
            : this.#singles + 256 * (byte - this.#singles) + (bytes[at++] ?? Infinity);
        part = this.#words[number];
        isWord = this.#isWord[number] === 1;
      }
      if (part === undefined) return undefined;
      text += isWord && isAfterWord ? ` ${part}` : part;
      isAfterWord = isWord;
    }
    return text;
  }
}

/**
 * The words that a collection of texts is best encoded with, given how often each occurs; those of
 * one byte first, otherwise in byte order, as they are stored.
 */
export function chooseWords(counts: ReadonlyMap<string, number>): CodedWords {
  const frequent = [...counts].filter(([word, count]) => count > 1 && word.length < MAX_LENGTH);
  frequent.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  const candidates = frequent.slice(0, countCodes(0));
  // Bytes of the first words with codes of one byte each, and spelled out.
  const occurrences = [0];
  const spelledBytes = [0];
  for (const [word, count] of candidates) {
    occurrences.push((occurrences.at(-1) as number) + count);
    const bytes = count * (encodeText(word).length + 2);
    spelledBytes.push((spelledBytes.at(-1) as number) + bytes);
  }
  let [singles, fewestBytes] = [0, Infinity];
  for (let each = 0; each <= Math.min(SPELLED, candidates.length); each++) {
    const coded = Math.min(countCodes(each), candidates.length);
    const bytes =
      2 * (occurrences[coded] as number) -
      (occurrences[each] as number) -
      (spelledBytes[coded] as number);
    if (bytes < fewestBytes) [singles, fewestBytes] = [each, bytes];
  }
  const words = candidates.slice(0, countCodes(singles)).map(([word]) => word);
  const inByteOrder = (part: string[]): string[] => {
    const order = sortByBytes(part);
    return Array.from(order, (index) => part[index] as string);
  };
  return {
    singles,
    words: [...inByteOrder(words.slice(0, singles)), ...inByteOrder(words.slice(singles))],
  };
}

/** Longer runs are spelled out: they hardly repeat. */
const MAX_LENGTH = 64;
