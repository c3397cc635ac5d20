/**
 * The sort keys of hits: fields, ascending or with a minus descending, and `score`,
 * the best first. Documents without a value come last either way. Hits that are
 * equal in all keys are ordered by score, then by id.
 */

import type { Sort } from "../api/option-types.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";
import {
  type Column,
  compareValues,
  type NonNullScalar,
  type Scalar,
} from "../index/columns/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import { getColumnOrder } from "./column-order.ts";
import { type FieldColumn, resolveColumn, type SchemaSource } from "./field-columns.ts";

/** One of the things that hits are sorted by. */
export type SortKey = FieldKey | { readonly kind: "score"; readonly isWorstFirst: boolean };

/** A field that hits are sorted by. */
export interface FieldKey {
  readonly kind: "field";
  readonly column: FieldColumn;
  readonly isDescending: boolean;
}

const MAX_KEYS = 8;

/** Validates the sort keys of a request. None for hits by score alone, the default order. */
export function parseSort(snapshot: SchemaSource, sort: Sort): readonly SortKey[] {
  const names: readonly unknown[] = Array.isArray(sort) ? sort : [sort];
  if (names.length > MAX_KEYS) {
    throw badArgument(`sort takes at most ${MAX_KEYS} fields, got ${names.length}`);
  }
  const keys = names.map((text): SortKey => {
    if (typeof text !== "string" || text === "" || text === "-") {
      throw badArgument(
        `sort must be a field, "-" and a field, or "score", got ${describeValue(text)}`,
      );
    }
    const [, field, order] = /^(.+?)[ :](asc|desc)$/i.exec(text) ?? [];
    if (field !== undefined && snapshot.settings.schema?.find(text) === undefined) {
      const key = order?.toLowerCase() === "desc" ? `-${field}` : field;
      throw badArgument(
        `sort has no word for the direction: write ${quote(key)}, got ${quote(text)}`,
      );
    }
    const isDescending = text.startsWith("-");
    const name = isDescending ? text.slice(1) : text;
    if (name === "score") return { kind: "score", isWorstFirst: isDescending };
    return { kind: "field", column: resolveColumn(snapshot, name, "sort"), isDescending };
  });
  const [onlyKey] = keys;
  const isByScore = onlyKey?.kind === "score" && !onlyKey.isWorstFirst && keys.length === 1;
  return isByScore ? [] : keys;
}

/** The ordinal of documents without a value: after all others. */
const MISSING_ORDINAL = 0x7fffffff;

/** A column in the order of a key: every document has an ordinal, the first the smallest. */
export class SortColumn {
  readonly #column: Column;
  readonly #isDescending: boolean;

  constructor(column: Column, isDescending: boolean) {
    this.#column = column;
    this.#isDescending = isDescending;
  }

  /** Of several values, the first in order counts. */
  readOrdinal(document: number): number {
    const column = this.#column;
    if (column.ends === undefined) return this.#toOrdinal(column.ordinals[document] as number);
    let first = MISSING_ORDINAL;
    for (let i = column.start(document); i < column.end(document); i++) {
      first = Math.min(first, this.#toOrdinal(column.ordinals[i] as number));
    }
    return first;
  }

  /** The ordinals of documents whose numbers are `base` higher than here. */
  readOrdinals(documents: Uint32Array, base: number): Uint32Array {
    const { ordinals: columnOrdinals, ends, values } = this.#column;
    const ordinals = new Uint32Array(documents.length);
    if (ends !== undefined) {
      for (let i = 0; i < ordinals.length; i++)
        ordinals[i] = this.readOrdinal((documents[i] as number) - base);
      return ordinals;
    }
    const after = values.count + 1;
    for (let i = 0; i < ordinals.length; i++) {
      const columnOrdinal = columnOrdinals[(documents[i] as number) - base] as number;
      ordinals[i] =
        columnOrdinal === 0
          ? MISSING_ORDINAL
          : this.#isDescending
            ? after - columnOrdinal
            : columnOrdinal;
    }
    return ordinals;
  }

  /**
   * Documents of a set, `base` above their numbers here: at least the first `top`
   * and all that are equal to one. `OutOfTime` when time is up.
   */
  findFirst(
    set: DocumentSet,
    base: number,
    end: number,
    { top, limit }: { readonly top: number; readonly limit: TimeLimit },
  ): Uint32Array {
    const matches = set.countAround(base, end);
    // A scan in the order of values passes about this many documents.
    const scanLength = (top * (end - base)) / Math.max(1, matches);
    const order = scanLength < matches ? getColumnOrder(this.#column, limit) : undefined;
    return (
      order?.findFirst(set, top, { base, isDescending: this.#isDescending, limit }) ??
      set.numbersBetween(base, end)
    );
  }

  /** The value of an ordinal. */
  readValue(ordinal: number): Scalar {
    if (ordinal === MISSING_ORDINAL) return null;
    const { values } = this.#column;
    return this.#column.valueAt(this.#isDescending ? values.count + 1 - ordinal : ordinal);
  }

  /** The ordinal of a value; between two ordinals for a value that no document has. */
  findOrdinal(value: Scalar): number {
    if (value === null) return MISSING_ORDINAL;
    const { values } = this.#column;
    const columnOrdinal = this.#column.ordinal(value) ?? values.countBelow(value) + 0.5;
    return this.#isDescending ? values.count + 1 - columnOrdinal : columnOrdinal;
  }

  #toOrdinal(columnOrdinal: number): number {
    if (columnOrdinal === 0) return MISSING_ORDINAL;
    return this.#isDescending ? this.#column.values.count + 1 - columnOrdinal : columnOrdinal;
  }
}

/** Compares values in the order of a key: negative if `a` comes first. */
export function compareByKey(key: FieldKey, a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = compareValues(a as NonNullScalar, b as NonNullScalar);
  return key.isDescending ? -order : order;
}
