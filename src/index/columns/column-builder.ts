/** Gathers the values of one field, document by document, and makes a column of them. */

import { GrowingWords, isWellFormed } from "../../common/bytes/index.ts";
import { sortByBytes } from "../codes/text-order.ts";
import { Column, narrowCodes } from "./column.ts";
import { compareValues, type PresentValue, type Scalar } from "./scalar.ts";
import { ValueList } from "./value-table.ts";

/** Values of some documents as plain data, which threads can send: codes count `values` from 1 on. */
export interface ColumnPart {
  readonly values: readonly PresentValue[];
  readonly codes: Uint32Array;
  /** Where the codes of each document end. */
  readonly ends: Uint32Array;
}

export class ColumnBuilder {
  readonly #numbers = new Map<Scalar, number>([[null, 0]]);
  readonly #values: PresentValue[] = [];
  readonly #codes = new GrowingWords();
  readonly #ends = new GrowingWords();

  get documentCount(): number {
    return this.#ends.length;
  }

  /** About how much memory the values take. */
  get memoryBytes(): number {
    return 100 * this.#values.length + 12 * this.#codes.length;
  }

  /** Adds a document with its values; each counts once, and none is the same as null. */
  add(values: readonly Scalar[]): void {
    const start = this.#codes.length;
    const distinct = values.length > 1 ? new Set(values) : values;
    for (const value of distinct) this.#codes.push(this.#number(value));
    if (this.#codes.length === start) this.#codes.push(0);
    this.#ends.push(this.#codes.length);
  }

  /** Adds a document with one value, or null for none. */
  addOne(value: Scalar): void {
    this.#codes.push(this.#number(value));
    this.#ends.push(this.#codes.length);
  }

  /** Adds documents that another builder gathered. */
  append({ values, codes, ends }: ColumnPart): void {
    const numbers = new Uint32Array(values.length + 1);
    for (const [i, value] of values.entries()) numbers[i + 1] = this.#number(value);
    const before = this.#codes.length;
    this.#codes.appendMapped(codes, numbers);
    for (const end of ends) this.#ends.push(before + end);
  }

  /** Adds documents of a column, in the order in which `documents` names them. */
  take(column: Column, documents: Iterable<number>): void {
    const { codes } = column;
    const numbers = new Uint32Array(column.values.count + 1); // 0 for one not met so far, or none
    for (const document of documents) {
      const end = column.end(document);
      for (let i = column.start(document); i < end; i++) {
        const code = codes[i] as number;
        if (numbers[code] === 0) numbers[code] = this.#number(column.value(code));
        this.#codes.push(numbers[code] as number);
      }
      this.#ends.push(this.#codes.length);
    }
  }

  /** Adds documents without a value. */
  addMissing(count: number): void {
    for (let i = 0; i < count; i++) this.add([]);
  }

  /** What was gathered, as plain data. */
  part(): ColumnPart {
    const [codes, ends] = [this.#codes.view().slice(), this.#ends.view().slice()];
    return { values: this.#values, codes, ends };
  }

  /** The column, its values in order. */
  finish(): Column {
    const values = this.#values;
    const order = valueOrder(values);
    const map = new Uint32Array(values.length + 1);
    for (const [place, number] of order.entries()) map[number + 1] = place + 1;
    const codes = this.#codes.view().map((code) => map[code] as number);
    const sorted = new ValueList(Array.from(order, (number) => values[number] as PresentValue));
    const isSingle = codes.length === this.#ends.length;
    const ends = isSingle ? undefined : this.#ends.view().slice();
    return new Column(sorted, narrowCodes(codes, values.length), ends);
  }

  #number(value: Scalar): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const kept = value === 0 ? 0 : (value as PresentValue); // -0 and 0 are one number
    this.#numbers.set(kept, this.#values.push(kept));
    return this.#values.length;
  }
}

/** The places of values in ascending order. */
function valueOrder(values: readonly PresentValue[]): Uint32Array {
  const isText = values.every((value) => typeof value === "string" && isWellFormed(value));
  if (isText) return sortByBytes(values as readonly string[]);
  const places = Uint32Array.from(values.keys());
  return places.sort((a, b) => compareValues(values[a] as PresentValue, values[b] as PresentValue));
}
