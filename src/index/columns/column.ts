/**
 * The values of one field for all documents of a segment.
 *
 * Distinct values are kept once, in order. A document has their numbers, called
 * codes: 1 for the smallest value, 0 for no value. Because codes ascend with the
 * values, ranges are ranges of codes, sorting compares codes, and counting the
 * values of many documents adds to an array by code.
 */

import type { NonNullScalar, Scalar } from "./scalar.ts";
import type { ValueTable } from "./value-table.ts";

/** Codes in as few bytes as the largest needs. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** Codes from `first` up to, not including, `end`. */
export interface OrdinalRange {
  readonly first: number;
  readonly end: number;
}

/** The values of one field for all documents of a segment. */
export class Column {
  readonly values: ValueTable;
  /** The code of each document or, where `ends` is there, of all documents one after another. */
  readonly ordinals: Ordinals;
  /** Where the codes of each document end, at least one for each; absent where each has exactly one. */
  readonly ends: Uint32Array | undefined;

  constructor(values: ValueTable, ordinals: Ordinals, ends?: Uint32Array) {
    this.values = values;
    this.ordinals = ordinals;
    this.ends = ends;
  }

  get documentCount(): number {
    return this.ends?.length ?? this.ordinals.length;
  }

  /** The value of a code. */
  valueAt(ordinal: number): Scalar {
    return ordinal === 0 ? null : this.values.at(ordinal - 1);
  }

  /** The code of a value; undefined for one that no document has. Code 0 is null's in every column. */
  ordinal(value: Scalar): number | undefined {
    if (value === null) return 0;
    const index = this.values.countBelow(value);
    return index < this.values.count && this.values.at(index) === value ? index + 1 : undefined;
  }

  /** The codes of the values from `from` on, or after it. */
  above(from: NonNullScalar, { isIncluded }: { readonly isIncluded: boolean }): OrdinalRange {
    return { first: this.#boundary(from, !isIncluded), end: this.values.count + 1 };
  }

  /** The codes of the values up to `to`, or before it. */
  below(to: NonNullScalar, { isIncluded }: { readonly isIncluded: boolean }): OrdinalRange {
    return { first: 1, end: this.#boundary(to, isIncluded) };
  }

  /** The smallest code whose value is not below `value`, or above it with `isAfter`. */
  #boundary(value: NonNullScalar, isAfter: boolean): number {
    const index = this.values.countBelow(value);
    const isPresent = index < this.values.count && this.values.at(index) === value;
    return index + (isPresent && isAfter ? 2 : 1);
  }

  /** Where the codes of a document begin and, one after the last, where they end. */
  start(document: number): number {
    if (this.ends === undefined) return document;
    return document === 0 ? 0 : (this.ends[document - 1] as number);
  }

  end(document: number): number {
    return this.ends === undefined ? document + 1 : (this.ends[document] as number);
  }

  /** The values of a document, in the order in which it has them; null for none. */
  readValues(document: number): Scalar[] {
    const ordinals = this.ordinals.subarray(this.start(document), this.end(document));
    return Array.from(ordinals, (ordinal) => this.valueAt(ordinal));
  }
}

/** Codes in the narrowest array that holds those up to `largest`. */
export function narrowOrdinals(ordinals: Uint32Array, largest: number): Ordinals {
  if (largest < 1 << 8) return Uint8Array.from(ordinals);
  return largest < 1 << 16 ? Uint16Array.from(ordinals) : ordinals;
}
