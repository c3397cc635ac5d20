/**
 * What hits are sorted by: fields, the smallest value first or with a minus the
 * largest, and `score`, the best first. Documents without a value come last
 * either way. Hits that are equal in all of it go by score, then by id.
 */

import { badArgument } from "../common/errors.ts";
import {
  type Column,
  compareValues,
  type PresentValue,
  type Scalar,
  type WantedColumn,
} from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import { columnOrder } from "./column-order.ts";
import { wantedColumn } from "./field-columns.ts";
import { shown } from "./known-options.ts";

/** A field, `-` and a field, or `score`; or several, each for those that are equal in the ones before. */
export type Sort = string | readonly string[];

/** One of the things that hits are sorted by. */
export type SortKey = FieldKey | { readonly kind: "score"; readonly isWorstFirst: boolean };

/** A field that hits are sorted by. */
export interface FieldKey {
  readonly kind: "field";
  readonly column: WantedColumn;
  readonly isDescending: boolean;
}

const MOST_KEYS = 8;

/** Checks what a person asked for. None for hits by score alone, which is the order of every search. */
export function parseSort(snapshot: IndexSnapshot, sort: Sort): readonly SortKey[] {
  const given: readonly unknown[] = Array.isArray(sort) ? sort : [sort];
  if (given.length > MOST_KEYS) {
    throw badArgument(`sort takes at most ${MOST_KEYS} fields, got ${given.length}`);
  }
  const keys = given.map((text): SortKey => {
    if (typeof text !== "string" || text === "" || text === "-") {
      throw badArgument(`sort must be a field, "-" and a field, or "score", got ${shown(text)}`);
    }
    const isDescending = text.startsWith("-");
    const name = isDescending ? text.slice(1) : text;
    if (name === "score") return { kind: "score", isWorstFirst: isDescending };
    return { kind: "field", column: wantedColumn(snapshot, name, "sort"), isDescending };
  });
  const [only] = keys;
  const isByScore = only?.kind === "score" && !only.isWorstFirst && keys.length === 1;
  return isByScore ? [] : keys;
}

/** The place of documents without a value: after all others. */
const NO_PLACE = 0x7fffffff;

/** A column as a key sorts by it: every document has a place, the first the smallest. */
export class SortColumn {
  readonly #column: Column;
  readonly #isDescending: boolean;

  constructor(column: Column, isDescending: boolean) {
    this.#column = column;
    this.#isDescending = isDescending;
  }

  /** Of several values the one that comes first counts. */
  place(document: number): number {
    const column = this.#column;
    if (column.ends === undefined) return this.#placeOf(column.codes[document] as number);
    let first = NO_PLACE;
    for (let i = column.start(document); i < column.end(document); i++) {
      first = Math.min(first, this.#placeOf(column.codes[i] as number));
    }
    return first;
  }

  /** The places of documents, each `base` above its number here. */
  places(documents: Uint32Array, base: number): Uint32Array {
    const { codes, ends, values } = this.#column;
    const places = new Uint32Array(documents.length);
    if (ends !== undefined) {
      for (let i = 0; i < places.length; i++)
        places[i] = this.place((documents[i] as number) - base);
      return places;
    }
    const after = values.count + 1;
    for (let i = 0; i < places.length; i++) {
      const code = codes[(documents[i] as number) - base] as number;
      places[i] = code === 0 ? NO_PLACE : this.#isDescending ? after - code : code;
    }
    return places;
  }

  /** Documents of a set, `base` above their numbers here: at least the first `top` and all that are equal to one. */
  first(set: DocumentSet, base: number, end: number, top: number): Uint32Array {
    const matches = set.countAround(base, end);
    // A walk in the order of values passes about so many documents.
    const passed = (top * (end - base)) / Math.max(1, matches);
    const order = passed < matches ? columnOrder(this.#column) : undefined;
    return (
      order?.first(set, top, { base, isDescending: this.#isDescending }) ??
      set.numbersBetween(base, end)
    );
  }

  /** The value that documents at a place have. */
  value(place: number): Scalar {
    if (place === NO_PLACE) return null;
    const { values } = this.#column;
    return this.#column.value(this.#isDescending ? values.count + 1 - place : place);
  }

  /** The place of a value; between two places for one that no document has. */
  placeOfValue(value: Scalar): number {
    if (value === null) return NO_PLACE;
    const { values } = this.#column;
    const code = this.#column.code(value) ?? values.countBelow(value) + 0.5;
    return this.#isDescending ? values.count + 1 - code : code;
  }

  #placeOf(code: number): number {
    if (code === 0) return NO_PLACE;
    return this.#isDescending ? this.#column.values.count + 1 - code : code;
  }
}

/** Compares values as a key sorts them: negative when `a` comes first. */
export function compareByKey(key: FieldKey, a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = compareValues(a as PresentValue, b as PresentValue);
  return key.isDescending ? -order : order;
}
