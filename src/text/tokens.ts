/**
 * The tokens of one text as arrays of numbers, so that no object is created per word. One `Tokens`
 * can be reused for the next text.
 */

import type { SourceMap } from "./normalise-text.ts";

/** A token as an object. */
export interface Token {
  /** The surface form: normalised, in lower case, never empty, without white space. */
  readonly text: string;
  /** Its position in the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text in typed arrays, reused for the next text. */
export class Tokens {
  /** The normalised text that `starts` and `ends` index. */
  text = "";
  count = 0;
  /** Token `i` is `text.slice(starts[i], ends[i])`; entries from `count` on are undefined. */
  starts: Int32Array = new Int32Array(64);
  ends: Int32Array = new Int32Array(64);
  #source: SourceMap | undefined;
  /**
   * Forms that do not occur in the text, to be appended to it, and the positions of their sources.
   */
  #added: string[] = [];
  #addedUnits = 0;
  readonly #addedSources = new Map<number, readonly [start: number, end: number]>();

  /** Clears the arrays for another text. */
  reset(text: string, source: SourceMap | undefined): void {
    this.text = text;
    this.count = 0;
    this.#source = source;
    if (this.#addedUnits === 0) return;
    this.#added = [];
    this.#addedUnits = 0;
    this.#addedSources.clear();
  }

  push(start: number, end: number): void {
    if (this.count === this.starts.length) {
      this.starts = doubleLength(this.starts);
      this.ends = doubleLength(this.ends);
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count++;
  }

  /**
   * Adds a form that does not occur in the text but is derived from `start` to `end` of it. It can
   * be read after `finish`.
   */
  pushSynthetic(form: string, start: number, end: number): void {
    const source = [this.#sourceStart(start), this.#sourceEnd(end)] as const;
    this.#addedSources.set(this.count, source);
    const from = this.text.length + this.#addedUnits;
    this.push(from, from + form.length);
    this.#added.push(form);
    this.#addedUnits += form.length;
  }

  /** Ends a text: appends the synthetic forms to it. */
  finish(): void {
    if (this.#added.length === 0) return;
    this.text += this.#added.join("");
    this.#added = [];
  }

  /**
   * The surface form of token `i`. Engines may let it share memory with the whole text; a caller
   * that keeps it longer than the text should copy it.
   */
  form(i: number): string {
    return this.text.slice(this.starts[i], this.ends[i]);
  }

  /** The start of token `i` in the original text. */
  sourceStart(i: number): number {
    return this.#addedSources.get(i)?.[0] ?? this.#sourceStart(this.starts[i] as number);
  }

  /** The end of token `i` in the original text. */
  sourceEnd(i: number): number {
    return this.#addedSources.get(i)?.[1] ?? this.#sourceEnd(this.ends[i] as number);
  }

  toArray(): Token[] {
    return Array.from({ length: this.count }, (_, i) => ({
      text: this.form(i),
      start: this.sourceStart(i),
      end: this.sourceEnd(i),
    }));
  }

  #sourceStart(start: number): number {
    return this.#source === undefined ? start : (this.#source.starts[start] as number);
  }

  #sourceEnd(end: number): number {
    return this.#source === undefined ? end : (this.#source.ends[end - 1] as number);
  }
}

function doubleLength(row: Int32Array): Int32Array {
  const longer = new Int32Array(row.length * 2);
  longer.set(row);
  return longer;
}
