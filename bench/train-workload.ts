/**
 * The work of the training benchmarks: batches of 64 triples with a mean query
 * of 6 and a mean document of 59 tokens, words by Zipf's law over 100,000.
 */

import { Random } from "../src/common/index.ts";
import type { TokenTriple } from "../src/models/index.ts";

export const VOCABULARY = 100_002;
export const DIMENSIONS = 300;
export const TRIPLES = 64;

export function trainingBatches(count: number, seed: number): readonly TokenTriple[][] {
  const random = new Random(seed);
  const draw = zipf(VOCABULARY - 2, random);
  const text = (least: number, most: number): Int32Array =>
    Int32Array.from({ length: least + random.below(most - least + 1) }, () => draw() + 2);
  const query = (): Int32Array => text(2, 10);
  const document = (): Int32Array => text(18, 100);
  return Array.from({ length: count }, () =>
    Array.from({ length: TRIPLES }, () => {
      const asked = query();
      return { query: asked, better: answering(asked, document(), random), worse: document() };
    }),
  );
}

/** A document with some of the query's words in it, so that there is something to learn. */
function answering(query: Int32Array, document: Int32Array, random: Random): Int32Array {
  for (const word of query) document[random.below(document.length)] = word;
  return document;
}

/** Draws 0, 1, 2 … with probability proportional to 1 / (rank + 1). */
function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    total += 1 / (i + 1);
    sums[i] = total;
  }
  return () => {
    const wanted = random.uniform() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
