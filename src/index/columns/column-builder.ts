/** Collects the values of one field, document by document, and builds a column. */

import { GrowingWords, isWellFormed } from "../../common/bytes/index.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { Column, narrowOrdinals } from "./column.ts";
import { compareValues, type NonNullScalar, type Scalar } from "./scalar.ts";
import { ValueList } from "./value-table.ts";

/**
 * Values of some documents as plain data that can be transferred between threads. Ordinals index
 * `values` from 1 on.
 */
export interface ColumnPart {
  readonly values: readonly NonNullScalar[];
  readonly ordinals: Uint32Array;
  /** The end of each document in `ordinals`. */
  readonly ends: Uint32Array;
}

export class ColumnBuilder {
  readonly #numbers = new Map<Scalar, number>([[null, 0]]);
  readonly #values: NonNullScalar[] = [];
  readonly #ordinals = new GrowingWords();
  readonly #ends = new GrowingWords();

  get documentCount(): number {
    return this.#ends.length;
  }

  /** Approximate memory of the values. */
  get memoryBytes(): number {
    return 100 * this.#values.length + 12 * this.#ordinals.length;
  }

  /**
   * Adds a document with its values. A repeated value counts once; no value is the same as null.
   */
  add(values: readonly Scalar[]): void {
    const start = this.#ordinals.length;
    const distinct = values.length > 1 ? new Set(values) : values;
    for (const value of distinct) this.#ordinals.push(this.#findOrAddValue(value));
    if (this.#ordinals.length === start) this.#ordinals.push(0);
    this.#ends.push(this.#ordinals.length);
  }

  /** Adds a document with one value, or null for none. */
  addOne(value: Scalar): void {
    this.#ordinals.push(this.#findOrAddValue(value));
    this.#ends.push(this.#ordinals.length);
  }

  /** Adds the documents of another builder. */
  append({ values, ordinals, ends }: ColumnPart): void {
    const numbers = new Uint32Array(values.length + 1);
    for (const [i, value] of values.entries()) numbers[i + 1] = this.#findOrAddValue(value);
    const before = this.#ordinals.length;
    this.#ordinals.appendMapped(ordinals, numbers);
    for (const end of ends) this.#ends.push(before + end);
  }

  /** Adds documents of a column, in the order of `documents`. */
  appendColumn(column: Column, documents: Iterable<number>): void {
    const { ordinals } = column;
    const numbers = new Uint32Array(column.values.count + 1); // 0 for a value that has no number yet
    for (const document of documents) {
      const end = column.end(document);
      for (let i = column.start(document); i < end; i++) {
        const ordinal = ordinals[i] as number;
        if (numbers[ordinal] === 0)
          numbers[ordinal] = this.#findOrAddValue(column.valueAt(ordinal));
        this.#ordinals.push(numbers[ordinal] as number);
      }
      this.#ends.push(this.#ordinals.length);
    }
  }

  /** Adds documents without a value. */
  addMissing(count: number): void {
    for (let i = 0; i < count; i++) this.add([]);
  }

  /** The collected values as plain data. */
  part(): ColumnPart {
    const [ordinals, ends] = [this.#ordinals.view().slice(), this.#ends.view().slice()];
    return { values: this.#values, ordinals, ends };
  }

  /** The column, with its values sorted. */
  finish(): Column {
    const values = this.#values;
    const order = sortValues(values);
    const map = new Uint32Array(values.length + 1);
    for (const [ordinal, number] of order.entries()) map[number + 1] = ordinal + 1;
    const ordinals = this.#ordinals.view().map((oldOrdinal) => map[oldOrdinal] as number);
    const sorted = new ValueList(Array.from(order, (number) => values[number] as NonNullScalar));
    const isSingle = ordinals.length === this.#ends.length;
    const ends = isSingle ? undefined : this.#ends.view().slice();
    return new Column(sorted, narrowOrdinals(ordinals, values.length), ends);
  }

  #findOrAddValue(value: Scalar): number {
    const existing = this.#numbers.get(value);
    if (existing !== undefined) return existing;
    const normalised = value === 0 ? 0 : (value as NonNullScalar); // -0 and 0 are the same number
    this.#numbers.set(normalised, this.#values.push(normalised));
    return this.#values.length;
  }
}

/** The indexes of `values` in ascending order of the values. */
function sortValues(values: readonly NonNullScalar[]): Uint32Array {
  const isText = values.every((value) => typeof value === "string" && isWellFormed(value));
  if (isText) return sortByBytes(values as readonly string[]);
  const order = Uint32Array.from(values.keys());
  return order.sort((a, b) =>
    compareValues(values[a] as NonNullScalar, values[b] as NonNullScalar),
  );
}
