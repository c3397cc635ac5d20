/** The vectors that a model compares tokens by, and their cosine. */

import { FIRST_WORD } from "../embeddings/index.ts";
import type { NeuralModel } from "../models/index.ts";

/** The vector of a token; undefined where it has none. */
export type TokenVector = ArrayLike<number> | undefined;

/** Maps an id to its vector in the model's table; undefined for padding and unknown words. */
export function createTokenVectorLookup(
  { embeddings, lexicon }: Pick<NeuralModel, "embeddings" | "lexicon">,
  values: Float32Array,
): (id: number) => TokenVector {
  const width = embeddings.shape[1] as number;
  const rowAt = (row: number): Float32Array => values.subarray(row * width, (row + 1) * width);
  return (id) => {
    if (id < FIRST_WORD) return undefined;
    if (lexicon === undefined) return rowAt(id);
    const sum = new Float32Array(width); // the sum serves as the mean: cosine ignores length
    for (const row of lexicon.bag(id)) {
      for (const [i, value] of rowAt(row).entries()) sum[i] = (sum[i] as number) + value;
    }
    return sum;
  };
}

/** 0 where one of them is missing or all zeros. */
export function cosine(a: TokenVector, b: TokenVector): number {
  if (a === undefined || b === undefined) return 0;
  let [dot, x, y] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [p, q] = [a[i] as number, b[i] as number];
    dot += p * q;
    x += p * p;
    y += q * q;
  }
  return x === 0 || y === 0 ? 0 : dot / Math.sqrt(x * y);
}
