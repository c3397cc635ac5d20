/** Inverse document frequencies of a vocabulary for models: one for each id. */

import { badArgument } from "../common/errors.ts";
import { FIRST_WORD, PADDING, UNKNOWN } from "../embeddings/index.ts";

/**
 * ln(N / df) for every id, where `documentFrequencies` has an entry for each. A word
 * in no document, such as the unknown word, counts as a word in one document.
 * Padding gets 0.
 */
export function computeWordIdf(
  documentFrequencies: ArrayLike<number>,
  documentCount: number,
): Float32Array {
  return Float32Array.from(documentFrequencies, (df, id) => {
    if (!(df >= 0 && df <= documentCount)) {
      throw badArgument(`word ${id} cannot be in ${df} of ${documentCount} documents`, { id });
    }
    return id === PADDING ? 0 : Math.log(documentCount / Math.max(df, 1));
  });
}

/**
 * Scales idf to [0, 1]: 0 for the commonest word, 1 for the rarest and for the
 * unknown word, 0 for padding. If all are equally common, all are 1.
 */
export function normaliseIdf(idf: Float32Array): Float32Array {
  const words = idf.subarray(FIRST_WORD);
  const min = words.reduce((a, b) => Math.min(a, b), Infinity);
  const max = words.reduce((a, b) => Math.max(a, b), -Infinity);
  const span = max - min;
  return idf.map((value, id) => {
    if (id === PADDING) return 0;
    return id === UNKNOWN || span === 0 ? 1 : (value - min) / span;
  });
}

/** The idf that was passed to a model, checked: one finite number for each id. */
export function checkIdf(
  model: string,
  vocabulary: number,
  idf: Float32Array | undefined,
): Float32Array {
  if (idf === undefined) throw badArgument(`${model} needs the idf of the words`, { model });
  if (idf.length !== vocabulary || !idf.every(Number.isFinite)) {
    const rule = `${model} needs ${vocabulary} finite idf values, one for each id`;
    throw badArgument(`${rule}, got ${idf.length}`, { model });
  }
  return idf;
}
