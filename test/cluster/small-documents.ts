/** Documents of a few words, made by rule, for tests that need many or need to know what they hold. */

import type { IndexableDocument } from "../../src/index/index.ts";

const WORDS = "amber basalt cedar delta ember fjord garnet harbour iris juniper kelp lichen".split(
  " ",
);

/** Document `n`: some of twelve words, some of them twice, so that many scores are equal. */
export function createSmallDocument(n: number): IndexableDocument {
  const words = WORDS.filter((_, i) => (n * (i + 3)) % (i + 2) < 2);
  const again = WORDS[n % WORDS.length] as string;
  return { id: `doc-${n}`, title: "", text: [...words, again].join(" "), fields: {} };
}

/** The first `count` of them. */
export function listSmallDocuments(count: number): IndexableDocument[] {
  return Array.from({ length: count }, (_, n) => createSmallDocument(n));
}

/** Queries of one to three words of these documents. */
export function listSmallQueries(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const at = (step: number): string => WORDS[(n * step) % WORDS.length] as string;
    return [at(1), at(5), at(7)].slice(0, 1 + (n % 3)).join(" ");
  });
}
