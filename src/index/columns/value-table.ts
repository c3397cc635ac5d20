/** The distinct values of a column in ascending order, found by place or by value. */

import { compareByteStrings, decodeText, encodeText } from "../../common/bytes/index.ts";
import { ByteReader } from "../codes/byte-reader.ts";
import { FrontDecoder, RESTART, readRestart } from "../codes/front-coding.ts";
import type { Section } from "../files/file-frame.ts";
import { compareValues, type PresentValue } from "./scalar.ts";

/** Distinct values, each larger than the one before it. */
export interface ValueTable {
  readonly count: number;
  /** The value at a place from 0 to `count` - 1. */
  at(place: number): PresentValue;
  /** How many values are smaller than this one. */
  countBelow(value: PresentValue): number;
  /** Every value, in order. */
  all(): Iterable<PresentValue>;
}

/** Values of any kinds in an array, which must ascend. */
export class ValueList implements ValueTable {
  readonly #values: readonly PresentValue[];

  constructor(values: readonly PresentValue[]) {
    this.#values = values;
  }

  get count(): number {
    return this.#values.length;
  }

  at(place: number): PresentValue {
    return this.#values[place] as PresentValue;
  }

  countBelow(value: PresentValue): number {
    return firstPlace(this.count, (place) => compareValues(this.at(place), value) >= 0);
  }

  all(): Iterable<PresentValue> {
    return this.#values;
  }
}

/** Numbers, or booleans kept as 0 and 1. */
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

  at(place: number): PresentValue {
    const number = this.#numbers[place] as number;
    return this.#isBoolean ? number === 1 : number;
  }

  countBelow(value: PresentValue): number {
    return firstPlace(this.count, (place) => compareValues(this.at(place), value) >= 0);
  }

  *all(): Generator<PresentValue> {
    for (let place = 0; place < this.count; place++) yield this.at(place);
  }
}

/** Texts, front-coded; one is decoded when it is asked for. */
export class TextTable implements ValueTable {
  readonly count: number;
  readonly #section: Section;
  readonly #starts: Uint32Array;
  readonly #decoder = new FrontDecoder();

  /** `starts` says where every 16th text begins in the section. */
  constructor(section: Section, starts: Uint32Array, count: number) {
    this.count = count;
    this.#section = section;
    this.#starts = starts;
  }

  at(place: number): string {
    const first = place - (place % RESTART);
    const reader = this.#reader(this.#starts[first / RESTART] as number);
    for (let i = first; i <= place; i++) this.#decoder.read(reader, i === first);
    return decodeText(this.#decoder.view());
  }

  countBelow(value: PresentValue): number {
    if (typeof value !== "string") return 0; // every text comes after every other kind
    const wanted = encodeText(value);
    const isAfter = (group: number): boolean =>
      compareByteStrings(readRestart(this.#reader(this.#starts[group] as number)), wanted) >= 0;
    const group = firstPlace(this.#starts.length, isAfter) - 1;
    if (group < 0) return 0;
    const reader = this.#reader(this.#starts[group] as number);
    let place = RESTART * group;
    for (; place < Math.min(this.count, RESTART * (group + 1)); place++) {
      this.#decoder.read(reader, place % RESTART === 0);
      if (compareByteStrings(this.#decoder.view(), wanted) >= 0) break;
    }
    return place;
  }

  *all(): Generator<string> {
    const reader = this.#reader(0);
    const decoder = new FrontDecoder();
    for (let place = 0; place < this.count; place++) {
      decoder.read(reader, place % RESTART === 0);
      yield decodeText(decoder.view());
    }
    if (reader.at !== reader.end) throw reader.corrupt("something follows the last value");
  }

  #reader(at: number): ByteReader {
    return new ByteReader(this.#section.bytes, this.#section.file, this.#section.start, at);
  }
}

/** The first place below `count` from which on `holds` is true; `count` when it never is. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
