/** The distinct values of a column in ascending order, with look-up by index or by value. */

import { compareByteStrings, decodeText, encodeText } from "../../common/bytes/index.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontDecoder, RESTART_INTERVAL, readRestart } from "../encoding/front-coding.ts";
import type { Section } from "../files/file-frame.ts";
import { compareValues, type NonNullScalar } from "./scalar.ts";

/** Distinct values, each larger than the one before it. */
export interface ValueTable {
  readonly count: number;
  /** The value at an index from 0 to `count` - 1. */
  at(index: number): NonNullScalar;
  /** The number of values smaller than this one. */
  countBelow(value: NonNullScalar): number;
  /** Every value, in order. */
  all(): Iterable<NonNullScalar>;
}

/** Values of any kind in an array, which must ascend. */
export class ValueList implements ValueTable {
  readonly #values: readonly NonNullScalar[];

  constructor(values: readonly NonNullScalar[]) {
    this.#values = values;
  }

  get count(): number {
    return this.#values.length;
  }

  at(index: number): NonNullScalar {
    return this.#values[index] as NonNullScalar;
  }

  countBelow(value: NonNullScalar): number {
    return findLowerBound(this.count, (index) => compareValues(this.at(index), value) >= 0);
  }

  all(): Iterable<NonNullScalar> {
    return this.#values;
  }
}

/** Numbers, or booleans stored as 0 and 1. */
export class NumberTable implements ValueTable {
  readonly #numbers: Float64Array;
  readonly #isBoolean: boolean;

  constructor(numbers: Float64Array, { isBoolean }: { readonly isBoolean: boolean }) {
    this.#numbers = numbers;
    this.#isBoolean = isBoolean;
  }

  get count(): number {
    return this.#numbers.length;
  }

  at(index: number): NonNullScalar {
    const number = this.#numbers[index] as number;
    return this.#isBoolean ? number === 1 : number;
  }

  countBelow(value: NonNullScalar): number {
    return findLowerBound(this.count, (index) => compareValues(this.at(index), value) >= 0);
  }

  *all(): Generator<NonNullScalar> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }
}

/** Front-coded strings, decoded on access. */
export class TextTable implements ValueTable {
  readonly count: number;
  readonly #section: Section;
  readonly #starts: Uint32Array;
  readonly #decoder = new FrontDecoder();

  /** `starts` holds the offset of every 16th string in the section. */
  constructor(section: Section, starts: Uint32Array, count: number) {
    this.count = count;
    this.#section = section;
    this.#starts = starts;
  }

  at(index: number): string {
    const first = index - (index % RESTART_INTERVAL);
    const reader = this.#reader(this.#starts[first / RESTART_INTERVAL] as number);
    for (let i = first; i <= index; i++) this.#decoder.read(reader, i === first);
    return decodeText(this.#decoder.view());
  }

  countBelow(value: NonNullScalar): number {
    if (typeof value !== "string") return 0; // strings sort after all other kinds
    const target = encodeText(value);
    const isAfter = (group: number): boolean =>
      compareByteStrings(readRestart(this.#reader(this.#starts[group] as number)), target) >= 0;
    const group = findLowerBound(this.#starts.length, isAfter) - 1;
    if (group < 0) return 0;
    const reader = this.#reader(this.#starts[group] as number);
    let index = RESTART_INTERVAL * group;
    for (; index < Math.min(this.count, RESTART_INTERVAL * (group + 1)); index++) {
      this.#decoder.read(reader, index % RESTART_INTERVAL === 0);
      if (compareByteStrings(this.#decoder.view(), target) >= 0) break;
    }
    return index;
  }

  *all(): Generator<string> {
    const reader = this.#reader(0);
    const decoder = new FrontDecoder();
    for (let index = 0; index < this.count; index++) {
      decoder.read(reader, index % RESTART_INTERVAL === 0);
      yield decodeText(decoder.view());
    }
    if (reader.at !== reader.end) throw reader.corrupt("something follows the last value");
  }

  #reader(at: number): ByteReader {
    return new ByteReader(this.#section.bytes, this.#section.file, this.#section.start, at);
  }
}

/**
 * The first index below `count` for which `holds` is true, with `holds` monotone; `count` if there
 * is none.
 */
function findLowerBound(count: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
