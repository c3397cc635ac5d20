/** Small made-up products for the tests of searches on a cluster; some lack values. */

import type { SearchDocument } from "../../src/search/index.ts";

const WORDS = ["red", "blue", "lamp", "lamps", "chair", "desk", "oak", "steel", "small", "naïve"];
const KINDS = ["lamps", "chairs", "", "Büro"];

/** The fields of the products. */
export const SHOP_FIELDS = {
  title: { weight: 3 },
  body: {},
  kind: "keyword",
  price: "number",
  sold: "boolean",
  made: "date",
  tags: "keyword[]",
  sizes: "number[]",
  place: "geo",
} as const;

export const DIMENSIONS = 5;

/** The same documents with vectors: most have one, some have two or three, some none. Many are equal. */
export function addVectors<T extends object>(products: readonly T[]): T[] {
  return products.map((product, i) => {
    if (i % 7 === 3) return product;
    const vectors = Array.from({ length: 1 + (i % 3) }, (_, n) => createVector(i + 11 * n));
    return { ...product, vector: i % 3 === 0 ? vectors[0] : vectors };
  });
}

/** Vector `n` of about forty. */
export function createVector(n: number): number[] {
  return Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(1 + ((n * (i + 3)) % 41)) + 0.1);
}

/** A number of products with ids from p0 on. */
export function listProducts(count: number): (SearchDocument & { readonly id: string })[] {
  return Array.from({ length: count }, (_, i) => {
    const word = (n: number): string => WORDS[(n * 7 + (n >> 2)) % WORDS.length] as string;
    return {
      id: `p${i}`,
      title: `${word(i)} ${word(i + 3)}`,
      body: Array.from({ length: 1 + (i % 9) }, (__, at) => word(i * at + at)).join(" "),
      kind: KINDS[i % 4],
      ...(i % 5 === 0 ? {} : { price: [0, -1, 2.5, 10, 1e12][i % 7] ?? i }),
      sold: i % 3 === 0,
      ...(i % 4 === 1 ? {} : { made: `2026-0${1 + (i % 9)}-1${i % 10}` }),
      tags: KINDS.slice(i % 3, (i % 3) + (i % 4)),
      sizes: [i % 6, (i * 3) % 11],
      ...(i % 6 === 2 ? {} : { place: { lat: 48 + (i % 10), lng: (i % 37) - 18.5 } }),
    };
  });
}
