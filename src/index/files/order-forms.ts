/**
 * How the surface forms of a segment are numbered.
 *
 * The 16,384 most frequent come first, the most frequent foremost, so that
 * their numbers take one or two bytes; the others follow in byte order, where
 * neighbours share most of their bytes. The numbering depends on the forms and
 * their counts alone, not on the order in which they were met.
 */

import { sortByBytes } from "../encoding/sort-by-bytes.ts";

/** How many forms are numbered by frequency: numbers that LEB128 writes in one or two bytes. */
export const MAX_FREQUENT_FORMS: number = 1 << 14;

/** Forms in the order of their numbers and in that of their bytes. */
export interface FormOrders {
  /** The form of number n is `forms[order[n]]`. */
  readonly order: Uint32Array;
  /** The numbers of `forms` in byte order. */
  readonly sorted: Uint32Array;
}

/** The orders of the forms. Those with a count of 0 are left out. */
export function orderForms(forms: readonly string[], counts: Uint32Array): FormOrders {
  const sorted = sortByBytes(forms).filter((form) => (counts[form] as number) > 0);
  const minCount = counts.toSorted().at(-MAX_FREQUENT_FORMS) ?? 0; // spares most forms the slower sort
  // A stable sort by count keeps equal ones in byte order.
  const frequent = sorted
    .filter((form) => (counts[form] as number) >= minCount)
    .sort((a, b) => (counts[b] as number) - (counts[a] as number))
    .subarray(0, MAX_FREQUENT_FORMS);
  const isFrequent = new Uint8Array(forms.length);
  for (const form of frequent) isFrequent[form] = 1;
  const order = new Uint32Array(sorted.length);
  order.set(frequent);
  order.set(
    sorted.filter((form) => isFrequent[form] === 0),
    frequent.length,
  );
  return { order, sorted };
}
