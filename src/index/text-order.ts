/**
 * Sorts many texts by their UTF-8 bytes.
 *
 * The engine compares strings by UTF-16 units much faster than we could by
 * bytes, so it does, and the result is mended. The two orders differ only
 * between texts that both hold units from U+D800 on, and never across a text
 * that holds none; so these keep their places as a group.
 */

import { compareBytes } from "../common/byte-order.ts";

/** The numbers of the texts in byte order; equal texts keep their order. */
export function sortByBytes(texts: readonly string[]): Uint32Array {
  const numbers = Array.from(texts.keys()).sort((a, b) => {
    const x = texts[a] as string;
    const y = texts[b] as string;
    return x < y ? -1 : x > y ? 1 : a - b;
  });
  const isHigh = (number: number): boolean => HIGH.test(texts[number] as string);
  const high = numbers
    .filter(isHigh)
    .sort((a, b) => compareBytes(texts[a] as string, texts[b] as string) || a - b);
  let next = 0;
  return Uint32Array.from(numbers, (number) =>
    isHigh(number) ? (high[next++] as number) : number,
  );
}

const HIGH = /[\ud800-\uffff]/;
