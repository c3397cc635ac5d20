/**
 * The tokens of one text as arrays of numbers, so that no object is made per
 * word. One `Tokens` can be filled again for the next text.
 */

import type { SourceMap } from "./normal-text.ts";

/** A token as a value of its own. */
export interface Token {
  /** The surface form: normalised, in lower case, never empty, without white space. */
  readonly text: string;
  /** Where it stands in the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text in typed arrays, used again for the next text. */
export class Tokens {
  /** The normal text that `starts` and `ends` point into. */
  text = "";
  count = 0;
  /** Token `i` is `text.slice(starts[i], ends[i])`; what follows `count` has no meaning. */
  starts: Int32Array = new Int32Array(64);
  ends: Int32Array = new Int32Array(64);
  #source: SourceMap | undefined;

  /** Empties the rows for the tokens of another text. */
  reset(text: string, source: SourceMap | undefined): void {
    this.text = text;
    this.count = 0;
    this.#source = source;
  }

  push(start: number, end: number): void {
    if (this.count === this.starts.length) {
      this.starts = twiceAsLong(this.starts);
      this.ends = twiceAsLong(this.ends);
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count++;
  }

  /**
   * The surface form of token `i`. Engines may let it share memory with the
   * whole text; a caller that keeps it longer than the text should copy it.
   */
  form(i: number): string {
    return this.text.slice(this.starts[i], this.ends[i]);
  }

  /** Where token `i` starts in the original text. */
  sourceStart(i: number): number {
    const start = this.starts[i] as number;
    return this.#source === undefined ? start : (this.#source.starts[start] as number);
  }

  /** Where token `i` ends in the original text. */
  sourceEnd(i: number): number {
    const end = this.ends[i] as number;
    return this.#source === undefined ? end : (this.#source.ends[end - 1] as number);
  }

  toArray(): Token[] {
    return Array.from({ length: this.count }, (_, i) => ({
      text: this.form(i),
      start: this.sourceStart(i),
      end: this.sourceEnd(i),
    }));
  }
}

function twiceAsLong(row: Int32Array): Int32Array {
  const longer = new Int32Array(row.length * 2);
  longer.set(row);
  return longer;
}
