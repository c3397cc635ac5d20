/**
 * The documents of a column in the order of their values. The first matches in that
 * order are found by a scan from the requested end, which stops as soon as there are
 * enough. Created when a search first sorts by the column: four bytes per document.
 */

import type { Column } from "../index/columns/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";

const orderCache = new WeakMap<Column, ColumnOrder>();

/** Documents that are brought into order in a millisecond. The assumed speed is low, for a machine under load. */
const DOCUMENTS_PER_MS = 20_000;

/** The order of a column with one value per document; undefined for others, and if there is no time to create it. */
export function getColumnOrder(
  column: Column,
  limit: TimeLimit = TimeLimit.none(),
): ColumnOrder | undefined {
  if (column.ends !== undefined) return undefined;
  const cached = orderCache.get(column);
  if (cached !== undefined || !limit.remains(column.documentCount / DOCUMENTS_PER_MS))
    return cached;
  const order = new ColumnOrder(column);
  orderCache.set(column, order);
  return order;
}

/** Documents by ordinal. */
export class ColumnOrder {
  /** The first index of the documents of each ordinal, and at the end their number. */
  readonly #starts: Uint32Array;
  readonly #documents: Uint32Array;

  constructor({ ordinals, values }: Column) {
    const starts = new Uint32Array(values.count + 2);
    for (const ordinal of ordinals) starts[ordinal + 1] = (starts[ordinal + 1] as number) + 1;
    for (let i = 1; i < starts.length; i++) {
      starts[i] = (starts[i] as number) + (starts[i - 1] as number);
    }
    const free = starts.slice();
    this.#documents = new Uint32Array(ordinals.length);
    for (let document = 0; document < ordinals.length; document++) {
      const ordinal = ordinals[document] as number;
      const slot = free[ordinal] as number;
      this.#documents[slot] = document;
      free[ordinal] = slot + 1;
    }
    this.#starts = starts;
  }

  /**
   * At least the first `top` documents of a set, with all documents of each value
   * among them. The number of a document in the set is `base` higher. Documents
   * without a value come last. `OutOfTime` when time is up.
   */
  findFirst(
    set: DocumentSet,
    top: number,
    {
      base,
      isDescending,
      limit = TimeLimit.none(),
    }: { readonly base: number; readonly isDescending: boolean; readonly limit?: TimeLimit },
  ): Uint32Array {
    const matching: number[] = [];
    const values = this.#starts.length - 2;
    for (let i = 1; i <= values && matching.length < top; i++) {
      limit.spend();
      this.#collect(isDescending ? values + 1 - i : i, set, base, matching, limit);
    }
    if (matching.length < top) this.#collect(0, set, base, matching, limit);
    return Uint32Array.from(matching).sort();
  }

  #collect(
    ordinal: number,
    set: DocumentSet,
    base: number,
    matching: number[],
    limit: TimeLimit,
  ): void {
    const end = this.#starts[ordinal + 1] as number;
    for (let i = this.#starts[ordinal] as number; i < end; i++) {
      limit.spend();
      const document = base + (this.#documents[i] as number);
      if (set.has(document)) matching.push(document);
    }
  }
}
