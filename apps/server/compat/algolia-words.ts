/** Which words of a document match which words of a query, for marks and ranking information. */

import { computeMaxEdits, EditTable } from "../../../src/retrieval.ts";
import type { RequestTime } from "../search-timeout.ts";

/** The cost of comparing two words, beside that of a lookup. */
const WORD_COST = 4;

/** Words of a text. */
export const WORDS: RegExp = /[\p{L}\p{N}]+/gu;

/** A word of the query that a word of a document matches. */
export interface WordMatch {
  readonly queryWord: string;
  readonly typos: number;
}

interface TypoTable {
  readonly queryWord: string;
  readonly maxTypos: number;
  readonly table: EditTable;
}

/** The distinct words of a query. Matches are cached, as the hits of a query share many words. */
export class QueryWords {
  readonly words: readonly string[];
  /** Of the words that may have typos. */
  readonly #tables: readonly TypoTable[];
  readonly #matches = new Map<string, WordMatch | undefined>();
  readonly #time: RequestTime | undefined;

  /** Once `time` is over, no word matches. */
  constructor(
    query: string,
    { allowsTypos, time }: { readonly allowsTypos: boolean; readonly time?: RequestTime },
  ) {
    this.#time = time;
    this.words = [...new Set(query.toLowerCase().match(WORDS) ?? [])];
    const correctable = allowsTypos ? this.words.filter((word) => !/\p{N}/u.test(word)) : [];
    this.#tables = correctable.map((queryWord) => {
      const maxTypos = computeMaxEdits(queryWord.length);
      return { queryWord, maxTypos, table: new EditTable(queryWord, maxTypos) };
    });
  }

  /** Whether there is no time to compare more words. */
  get isOver(): boolean {
    return this.#time?.isOver === true;
  }

  /** The first word of the query that a word matches with the fewest typos. */
  findMatch(documentWord: string): WordMatch | undefined {
    const word = documentWord.toLowerCase();
    if (this.#time?.count() === true) return undefined;
    if (this.#matches.has(word)) return this.#matches.get(word);
    this.#time?.count(WORD_COST * this.words.length);
    const match = this.#computeMatch(word);
    this.#matches.set(word, match);
    return match;
  }

  #computeMatch(word: string): WordMatch | undefined {
    const stem = this.words.find((each) => isPrefixMatch(word, each));
    if (stem !== undefined) return { queryWord: stem, typos: 0 };
    const units = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
    let best: WordMatch | undefined;
    for (const { queryWord, maxTypos, table } of this.#tables) {
      if (maxTypos === 0) continue;
      const typos = table.countEdits(units, 0, units.length);
      if (typos <= maxTypos && typos < (best?.typos ?? Number.POSITIVE_INFINITY)) {
        best = { queryWord, typos };
      }
    }
    return best;
  }
}

/** The same word, or one that begins with the other and has an ending of up to three letters more. */
function isPrefixMatch(word: string, queryWord: string): boolean {
  const [short, long] = word.length < queryWord.length ? [word, queryWord] : [queryWord, word];
  return (
    long.startsWith(short) &&
    (short.length > 2 || long === short) &&
    long.length <= short.length + 3
  );
}
