/**
 * Filters as plain data: what a document's properties must be.
 *
 *   { category: "breakfast", minutes: { lt: 20 }, tags: { in: ["quick"] },
 *     or: [{ … }, { … }], and: [{ … }], not: { … } }
 *
 * All parts of a filter must hold. A property is named by itself or, inside an
 * object, by its path with dots. A property with several values, an array,
 * matches if one of its values does. `null` stands for no value. Texts are
 * compared by their code points, numbers by size, and never one with the other.
 */

import type { Scalar } from "../index/columns/index.ts";

/** A value to compare with; a `Date` is its milliseconds since 1970. */
export type ComparedValue = Scalar | Date;

/** Conditions on one property; a single value must meet all of them but `ne`. */
export interface Conditions {
  readonly eq?: ComparedValue;
  /** No value of the property is this one. */
  readonly ne?: ComparedValue;
  readonly lt?: number | string | Date;
  readonly lte?: number | string | Date;
  readonly gt?: number | string | Date;
  readonly gte?: number | string | Date;
  readonly in?: readonly ComparedValue[];
  /** Whether the property has a value. */
  readonly exists?: boolean;
}

/** Conditions on the properties of a document; see the head of this file. */
export interface Filter {
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  readonly [property: string]: ComparedValue | Conditions | Filter | readonly Filter[] | undefined;
}
