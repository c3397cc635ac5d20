/**
 * The values of one field for all documents of a segment.
 *
 * Distinct values are stored once, in ascending order. A document stores their ordinals: 1 for the
 * smallest value, 0 for no value. Because ordinals ascend with the values, a range of values is a
 * range of ordinals, sorting compares ordinals, and counting values increments an array indexed by
 * ordinal.
 */

import type { NonNullScalar, Scalar } from "./scalar.ts";
import type { ValueTable } from "./value-table.ts";

/** Ordinals, in as few bytes as the largest needs. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** Ordinals from `first` up to but not including `end`. */
export interface OrdinalRange {
  readonly first: number;
  readonly end: number;
}

/** The values of one field for all documents of a segment. */
export class Column {
  readonly values: ValueTable;
  /**
   * The ordinal of each document or, if `ends` is present, the ordinals of all documents,
   * concatenated.
   */
  readonly ordinals: Ordinals;
  /**
   * The end of each document in `ordinals`, at least one ordinal each; absent if each document has
   * exactly one.
   */
  readonly ends: Uint32Array | undefined;

  constructor(values: ValueTable, ordinals: Ordinals, ends?: Uint32Array) {
    this.values = values;
    this.ordinals = ordinals;
    this.ends = ends;
  }

  get documentCount(): number {
    return this.ends?.length ?? this.ordinals.length;
  }

  /** The value of an ordinal. */
  valueAt(ordinal: number): Scalar {
    return ordinal === 0 ? null : this.values.at(ordinal - 1);
  }

  /** The ordinal of a value; undefined if no document has it. Ordinal 0 is null in every column. */
  ordinal(value: Scalar): number | undefined {
    if (value === null) return 0;
    const index = this.values.countBelow(value);
    return index < this.values.count && this.values.at(index) === value ? index + 1 : undefined;
  }

  /** The ordinals of the values from `from` on, or after it. */
  above(from: NonNullScalar, { isIncluded }: { readonly isIncluded: boolean }): OrdinalRange {
    return { first: this.#boundary(from, !isIncluded), end: this.values.count + 1 };
  }

  /** The ordinals of the values up to `to`, or before it. */
  below(to: NonNullScalar, { isIncluded }: { readonly isIncluded: boolean }): OrdinalRange {
    return { first: 1, end: this.#boundary(to, isIncluded) };
  }

  /**
   * The smallest ordinal whose value is not below `value`; with `isAfter`, whose value is above it.
   */
  #boundary(value: NonNullScalar, isAfter: boolean): number {
    const index = this.values.countBelow(value);
    const isPresent = index < this.values.count && this.values.at(index) === value;
    return index + (isPresent && isAfter ? 2 : 1);
  }

  /** The start of a document in `ordinals`. The end is the start of the next document. */
  start(document: number): number {
    if (this.ends === undefined) return document;
    return document === 0 ? 0 : (this.ends[document - 1] as number);
  }

  end(document: number): number {
    return this.ends === undefined ? document + 1 : (this.ends[document] as number);
  }

  /** The values of a document in their stored order; null for no value. */
  readValues(document: number): Scalar[] {
    const ordinals = this.ordinals.subarray(this.start(document), this.end(document));
    return Array.from(ordinals, (ordinal) => this.valueAt(ordinal));
  }
}

/** Copies ordinals to the narrowest array that can hold `largest`. */
export function narrowOrdinals(ordinals: Uint32Array, largest: number): Ordinals {
  if (largest < 1 << 8) return Uint8Array.from(ordinals);
  return largest < 1 << 16 ? Uint16Array.from(ordinals) : ordinals;
}
