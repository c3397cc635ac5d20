/**
 * The numbering of the surface forms of a segment.
 *
 * The 16,384 most frequent forms come first, by descending frequency, so that their numbers take
 * one or two bytes. The others follow in byte order, where neighbours share most of their bytes.
 * The numbering depends on the forms and their counts alone, not on their order of occurrence.
 */

import { sortByBytes } from "../encoding/sort-by-bytes.ts";

/**
 * Number of forms that are numbered by frequency: LEB128 encodes these numbers in one or two bytes.
 */
export const MAX_FREQUENT_FORMS: number = 1 << 14;

/** Forms by number and by bytes. */
export interface FormOrders {
  /** The form of number n is `forms[order[n]]`. */
  readonly order: Uint32Array;
  /** The numbers of `forms` in byte order. */
  readonly sorted: Uint32Array;
}

/** Orders the forms. Those with a count of 0 are left out. */
export function orderForms(forms: readonly string[], counts: Uint32Array): FormOrders {
  const sorted = sortByBytes(forms).filter((form) => (counts[form] as number) > 0);
  const minCount = counts.toSorted().at(-MAX_FREQUENT_FORMS) ?? 0; // excludes most forms from the slower sort
  // A stable sort by count leaves equal counts in byte order.
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
