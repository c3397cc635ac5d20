/**
 * fastText inside a ranker: each token is a bag of rows, and its vector the
 * mean of them, so that no word is out of vocabulary and the rows can be
 * trained (Hofstätter et al., SIGIR 2019).
 *
 * Row 0 of the model's table is padding, so that every row of the vectors moves
 * up by one. A token without any row, which only an unseen word too short for
 * n-grams can be, is masked like padding.
 */

import { shareableFloats, shareableInts } from "./shareable-numbers.ts";
import type { SubwordVectors } from "./subword-vectors.ts";

/** Rows of tokens, one bag after the other, to gather from. */
export interface SubwordBags {
  /** Bag `i` is `rows` from `starts[i]` to `starts[i + 1]`; its vector is the mean of those rows. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

/** The table of a model: padding, then the rows of words and buckets. */
export function subwordRows({ values, dimension }: SubwordVectors): Float32Array {
  const table = shareableFloats(values.length + dimension);
  table.set(values, dimension);
  return table;
}

/** The bag of each token, in order. */
export function subwordBags(tokens: readonly string[], vectors: SubwordVectors): SubwordBags {
  const known = new Map<string, readonly number[]>();
  const lists = tokens.map((token) => {
    const list = known.get(token) ?? vectors.rowsOf(token);
    known.set(token, list);
    return list;
  });
  const starts = shareableInts(tokens.length + 1);
  for (const [i, list] of lists.entries()) starts[i + 1] = (starts[i] as number) + list.length;
  const rows = shareableInts(starts[tokens.length] as number);
  for (const [i, list] of lists.entries()) {
    for (const [j, row] of list.entries()) rows[(starts[i] as number) + j] = row + 1;
  }
  return { starts, rows };
}
