/** What texts are to a model: sequences of ids, cut to a length, with a tally of those that were cut. */

import { badArgument } from "../common/errors.ts";

/** What a token is: the form that stands in the text, or its stem. */
export const TOKEN_FORMS = ["stem", "surface"] as const;
/** Whether tokens are stems or surface forms. */
export type TokenForm = (typeof TOKEN_FORMS)[number];

/** What a text is cut into: tokens of either form, or a cross-encoder's word pieces. */
export type SequenceForm = TokenForm | "piece";

/** Which tokens are read, and how many of a text. */
export interface SequenceOptions {
  readonly form?: SequenceForm;
  /** Tokens of a query that are read, and of a document. */
  readonly queryLength?: number;
  readonly documentLength?: number;
}

/** How many different texts were read, and how many of them lost their end or had no tokens. */
export interface TextCounts {
  readonly read: number;
  readonly cut: number;
  readonly empty: number;
}

/** Texts as a model reads them. */
export interface TextSequences {
  readonly options: Required<SequenceOptions>;
  readonly queryCounts: TextCounts;
  /** Counts a document of the index once, however often it is read. */
  readonly documentCounts: TextCounts;
  query(text: string): Int32Array;
  /** A document that is not in the index. */
  text(text: string): Int32Array;
  /** The same by its surface tokens, which are counted anew each time. */
  tokens(tokens: readonly string[]): Int32Array;
  /** A document of the index by its number; at once if it has been read before. */
  document(document: number): Int32Array | Promise<Int32Array>;
}

/** Cuts texts and counts what it did. */
export class TextTally {
  #read = 0;
  #cut = 0;
  #empty = 0;

  get counts(): TextCounts {
    return { read: this.#read, cut: this.#cut, empty: this.#empty };
  }

  /** The first ids of a text, at most so many. */
  cut(ids: Int32Array, longest: number): Int32Array {
    this.#read++;
    if (ids.length === 0) this.#empty++;
    if (ids.length <= longest) return ids;
    this.#cut++;
    return ids.slice(0, Math.max(0, longest)); // a view would hold the whole text
  }
}

/** Checks lengths at the door. */
export function checkLengths(lengths: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(lengths)) {
    if (!Number.isInteger(value) || value < 1) {
      throw badArgument(`${name} must be a whole number ≥ 1, got ${value}`);
    }
  }
}
