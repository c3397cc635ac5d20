/**
 * Texts as ids of word pieces.
 *
 * Each word is split from its beginning into the longest pieces of the vocabulary
 * (Schuster and Nakajima, "Japanese and Korean Voice Search", ICASSP 2012); a piece
 * that continues a word has a prefix, `##ing`. A word that cannot be split, or that
 * is longer than the limit, becomes `[UNK]`. A special token in the text, such as
 * `[SEP]`, is that token, as in the original.
 */

import { badArgument } from "../../common/errors.ts";
import { type PieceTextOptions, preTokenise } from "./pre-tokenise.ts";

export interface WordPieceSettings extends PieceTextOptions {
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly unknown: string;
  /** The prefix of a piece that continues a word. */
  readonly continuing: string;
  /** Maximum number of characters of a word; a longer one is unknown. */
  readonly longestWord: number;
  /** Pieces that are matched in the text literally. */
  readonly special: readonly string[];
  /** The pieces before the first text, and after each. */
  readonly first: string;
  readonly separator: string;
}

/** Which text is truncated when a pair is too long. */
export type Truncation = "longest-first" | "only-second";

/** Pieces of two texts with their special tokens, truncated together. */
export interface EncodedPair {
  /** `[CLS]` first `[SEP]`, and second `[SEP]`. */
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** True if a piece was left out. */
  readonly isCut: boolean;
}

/** Maximum number of words with cached pieces; beyond that, the cache is cleared. */
const MAX_CACHED_WORDS = 100_000;
/** `[CLS]` and two `[SEP]`. */
export const SPECIAL_TOKENS = 3;

/** Splits text into word pieces, like BERT's tokeniser. */
export class WordPieces {
  readonly settings: WordPieceSettings;
  readonly #special: RegExp | undefined;
  readonly #cache = new Map<string, readonly number[]>();

  constructor(settings: WordPieceSettings) {
    this.settings = settings;
    const { special, unknown, first, separator } = settings;
    for (const piece of [unknown, first, separator]) this.#requireId(piece);
    const longestFirst = [...special].sort((a, b) => b.length - a.length);
    this.#special =
      special.length === 0 ? undefined : new RegExp(longestFirst.map(escapeRegExp).join("|"), "g");
  }

  /** The number of pieces. */
  get size(): number {
    return this.settings.vocabulary.size;
  }

  /** The id of the piece before the first text, and of the one after each. */
  get specialTokens(): { readonly first: number; readonly separator: number } {
    const { first, separator } = this.settings;
    return { first: this.#requireId(first), separator: this.#requireId(separator) };
  }

  /** The pieces of a text, without special tokens. */
  encode(text: string): number[] {
    const ids: number[] = [];
    let from = 0;
    for (const match of this.#special === undefined ? [] : text.matchAll(this.#special)) {
      this.#encodePlain(text.slice(from, match.index), ids);
      ids.push(this.#requireId(match[0]));
      from = match.index + match[0].length;
    }
    this.#encodePlain(text.slice(from), ids);
    return ids;
  }

  /** Two texts with special tokens, of at most `longest` pieces together. */
  encodePair(
    first: string,
    second: string,
    { longest, truncation }: { readonly longest: number; readonly truncation: Truncation },
  ): EncodedPair {
    const [a, b] = [this.encode(first), this.encode(second)];
    const space = longest - SPECIAL_TOKENS;
    const [firstLength, secondLength] = truncateLengths(a.length, b.length, space, truncation);
    const { first: start, separator } = this.specialTokens;
    return {
      first: [start, ...a.slice(0, firstLength), separator],
      second: [...b.slice(0, secondLength), separator],
      isCut: a.length + b.length > space,
    };
  }

  #encodePlain(text: string, ids: number[]): void {
    for (const word of preTokenise(text, this.settings)) {
      let pieces = this.#cache.get(word);
      if (pieces === undefined) {
        if (this.#cache.size >= MAX_CACHED_WORDS) this.#cache.clear();
        pieces = this.#splitWord(word);
        this.#cache.set(word, pieces);
      }
      for (const piece of pieces) ids.push(piece);
    }
  }

  #splitWord(word: string): readonly number[] {
    const { vocabulary, continuing, longestWord, unknown } = this.settings;
    const characters = [...word];
    if (characters.length > longestWord) return [this.#requireId(unknown)];
    const ids: number[] = [];
    for (let start = 0; start < characters.length; ) {
      let end = characters.length;
      let id: number | undefined;
      for (; end > start; end--) {
        const piece = characters.slice(start, end).join("");
        id = vocabulary.get(start === 0 ? piece : continuing + piece);
        if (id !== undefined) break;
      }
      if (id === undefined) return [this.#requireId(unknown)];
      ids.push(id);
      start = end;
    }
    return ids;
  }

  #requireId(piece: string): number {
    const id = this.settings.vocabulary.get(piece);
    if (id === undefined) throw badArgument(`the vocabulary of pieces lacks ${piece}`);
    return id;
  }
}

/** The number of pieces of each text to keep. */
export function truncateLengths(
  first: number,
  second: number,
  space: number,
  truncation: Truncation,
): readonly [number, number] {
  if (truncation === "only-second") {
    if (first >= space) {
      throw badArgument(
        `a first text of ${first} pieces leaves no space for the second in ${space}`,
      );
    }
    return [first, Math.min(second, space - first)];
  }
  if (first + second <= space) return [first, second];
  // The longer text is truncated until both are equally long, then they share the
  // space.
  const shortLength = Math.min(first, second, Math.floor(space / 2));
  const longLength = space - shortLength;
  return first <= second ? [shortLength, longLength] : [longLength, shortLength];
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
