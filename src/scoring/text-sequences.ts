/**
 * Texts as models read them: sequences of ids, truncated to a maximum length, with counts of
 * truncated texts.
 */

import { badArgument } from "../common/errors.ts";
import type { TokenPair } from "../models/index.ts";

/** Token forms: the form in the text, or its stem. */
export const TOKEN_FORMS = ["stem", "surface"] as const;
/** Stems or surface forms. */
export type TokenForm = (typeof TOKEN_FORMS)[number];

/** The units of a text: tokens of either form, or a cross-encoder's word pieces. */
export type SequenceForm = TokenForm | "piece";

/** The form of tokens and the maximum lengths of texts. */
export interface SequenceOptions {
  readonly form?: SequenceForm;
  /** Maximum tokens of a query, and of a document. */
  readonly queryLength?: number;
  readonly documentLength?: number;
  /**
   * Which tokens of a longer query are read: the rarest ones of the vocabulary, in their order.
   * Absent for the first ones, as models of earlier versions were trained.
   */
  readonly longQueries?: "rarest";
}

/** Options with their defaults. */
export type ResolvedSequenceOptions = Required<Omit<SequenceOptions, "longQueries">> &
  Pick<SequenceOptions, "longQueries">;

/** Counts of distinct texts read, of truncated ones and of those without tokens. */
export interface TextCounts {
  readonly read: number;
  readonly cut: number;
  readonly empty: number;
}

/** Texts as a model reads them. */
export interface TextSequences {
  readonly options: ResolvedSequenceOptions;
  readonly queryCounts: TextCounts;
  /** Counts a document of the index once, however often it is read. */
  readonly documentCounts: TextCounts;
  /** Pairs made, and those truncated as one; absent where only single texts are truncated. */
  readonly pairCounts?: Pick<TextCounts, "read" | "cut">;
  query(text: string): Int32Array;
  /** A document that is not in the index. */
  text(text: string): Int32Array;
  /** The same from surface tokens, counted at every call. */
  tokens(tokens: readonly string[]): Int32Array;
  /** A document of the index by its number; synchronous if it is cached. */
  document(document: number): Int32Array | Promise<Int32Array>;
  /** A query and a document as one pair, truncated together where the model has such a limit. */
  pair(query: Int32Array, document: Int32Array): TokenPair;
}

/** Truncates texts and counts them. */
export class TextTally {
  #read = 0;
  #cut = 0;
  #empty = 0;

  get counts(): TextCounts {
    return { read: this.#read, cut: this.#cut, empty: this.#empty };
  }

  /** At most `longest` ids of a text: by default the first ones. */
  truncate(
    ids: Int32Array,
    longest: number,
    select: (ids: Int32Array, count: number) => Int32Array = selectFirst,
  ): Int32Array {
    this.#read++;
    if (ids.length === 0) this.#empty++;
    if (ids.length <= longest) return ids;
    this.#cut++;
    return select(ids, Math.max(0, longest));
  }
}

function selectFirst(ids: Int32Array, count: number): Int32Array {
  return ids.slice(0, count); // a view would keep the whole text alive
}

/**
 * The largest ids, in their order; of equal ones the first. A vocabulary numbers its words by
 * descending frequency, after the unknown word, so these are the rarest words.
 */
export function selectRarest(ids: Int32Array, count: number): Int32Array {
  const byRarity = Array.from(ids.keys()).sort(
    (a, b) => (ids[b] as number) - (ids[a] as number) || a - b,
  );
  const selected = byRarity.slice(0, count).sort((a, b) => a - b);
  return Int32Array.from(selected, (position) => ids[position] as number);
}

/** Checks that lengths are whole numbers of at least 1. */
export function checkLengths(lengths: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(lengths)) {
    if (!Number.isInteger(value) || value < 1) {
      throw badArgument(`${name} must be a whole number ≥ 1, got ${value}`);
    }
  }
}
