/**
 * How the surface forms of a segment are numbered.
 *
 * The 16,384 most frequent come first, the most frequent foremost, so that
 * their numbers take one or two bytes; the others follow in byte order, where
 * neighbours share most of their bytes. The numbering depends on the forms and
 * their counts alone, not on the order in which they were met.
 */

import { compareBytes } from "../common/byte-order.ts";

/** Numbers that LEB128 writes in one or two bytes. */
const FREQUENT = 1 << 14;

/**
 * The order of the forms: the form of number n is `forms[order[n]]`. Forms with
 * a count of 0 are left out.
 */
export function orderForms(forms: readonly string[], counts: Uint32Array): Uint32Array {
  const used = Uint32Array.from(forms.keys()).filter((form) => (counts[form] as number) > 0);
  const sorted = sortByBytes(used, forms);
  const enough = counts.toSorted().at(-FREQUENT) ?? 0; // spares most forms the slower sort
  // A stable sort by count keeps equal ones in byte order.
  const frequent = sorted
    .filter((form) => (counts[form] as number) >= enough)
    .sort((a, b) => (counts[b] as number) - (counts[a] as number))
    .subarray(0, FREQUENT);
  const isFrequent = new Uint8Array(forms.length);
  for (const form of frequent) isFrequent[form] = 1;
  const order = new Uint32Array(used.length);
  order.set(frequent);
  order.set(
    sorted.filter((form) => isFrequent[form] === 0),
    frequent.length,
  );
  return order;
}

/** Numbers of texts in the byte order of the texts, which must be distinct. */
export function sortByBytes(numbers: Uint32Array, texts: readonly string[]): Uint32Array {
  const byText = new Map<string, number>();
  for (const number of numbers) byText.set(texts[number] as string, number);
  const sorted = sortedByBytes([...byText.keys()]);
  return Uint32Array.from(sorted, (text) => byText.get(text) as number);
}

/**
 * Sorts by UTF-16 units, as the engine does best, and mends the result. The two
 * orders differ only between texts that both hold units from U+D800 on, and
 * never across a text that holds none; so these keep their places as a group.
 */
function sortedByBytes(texts: string[]): string[] {
  texts.sort();
  const places = [...texts.keys()].filter((place) => HIGH.test(texts[place] as string));
  const high = places.map((place) => texts[place] as string).sort(compareBytes);
  for (const [i, place] of places.entries()) texts[place] = high[i] as string;
  return texts;
}

const HIGH = /[\ud800-\uffff]/;
