/**
 * The documents of a column in the order of their values, so that the first of
 * many that match are found by a walk from the end of the order that is wanted,
 * which stops as soon as there are enough. Made when a search first sorts by the
 * column: four bytes per document.
 */

import type { Column } from "../index/columns/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";

const orderCache = new WeakMap<Column, ColumnOrder>();

/** The order of a column with one value per document; undefined for others. */
export function getColumnOrder(column: Column): ColumnOrder | undefined {
  if (column.ends !== undefined) return undefined;
  const order = orderCache.get(column) ?? new ColumnOrder(column);
  orderCache.set(column, order);
  return order;
}

/** Documents by code. */
export class ColumnOrder {
  /** Where the documents of each code begin, and at last their number. */
  readonly #starts: Uint32Array;
  readonly #documents: Uint32Array;

  constructor({ ordinals: codes, values }: Column) {
    const starts = new Uint32Array(values.count + 2);
    for (const code of codes) starts[code + 1] = (starts[code + 1] as number) + 1;
    for (let i = 1; i < starts.length; i++) {
      starts[i] = (starts[i] as number) + (starts[i - 1] as number);
    }
    const free = starts.slice();
    this.#documents = new Uint32Array(codes.length);
    for (let document = 0; document < codes.length; document++) {
      const code = codes[document] as number;
      const slot = free[code] as number;
      this.#documents[slot] = document;
      free[code] = slot + 1;
    }
    this.#starts = starts;
  }

  /**
   * At least the first `top` documents of a set, in which each has a number that
   * is `base` higher: all of each value that one of them has. Those without a
   * value come last.
   */
  findFirst(
    set: DocumentSet,
    top: number,
    { base, isDescending }: { readonly base: number; readonly isDescending: boolean },
  ): Uint32Array {
    const matching: number[] = [];
    const values = this.#starts.length - 2;
    for (let i = 1; i <= values && matching.length < top; i++) {
      this.#collect(isDescending ? values + 1 - i : i, set, base, matching);
    }
    if (matching.length < top) this.#collect(0, set, base, matching);
    return Uint32Array.from(matching).sort();
  }

  #collect(code: number, set: DocumentSet, base: number, matching: number[]): void {
    const end = this.#starts[code + 1] as number;
    for (let i = this.#starts[code] as number; i < end; i++) {
      const document = base + (this.#documents[i] as number);
      if (set.has(document)) matching.push(document);
    }
  }
}
