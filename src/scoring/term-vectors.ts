/**
 * A table of vectors for the terms of an index, most of which are stems.
 *
 * A term has the vector of the word with its spelling, else the mean of the vectors of its surface
 * forms (stem-vectors.ts), else none.
 */

import { badArgument, quote } from "../common/errors.ts";
import { averageForms, type VectorLookup } from "./stem-vectors.ts";
import type { FormCounts } from "./token-statistics.ts";

/** The vectors of all terms, one row each. */
export interface TermVectors {
  readonly dimension: number;
  readonly rows: Float32Array;
  /** 1 for each term that has a vector; the rows of others are 0. */
  readonly hasVector: Uint8Array;
}

/** The number of terms with a vector, by the source of the vector. */
export interface VectorReport {
  /** Terms with a vector of their own, with one from their forms, with none. */
  readonly own: number;
  readonly fromForms: number;
  readonly without: number;
}

/** Vectors for `terms`, by number. `BAD_ARGUMENT` if no term has one or dimensions differ. */
export function createTermVectors(
  terms: readonly string[],
  getVector: VectorLookup,
  forms: FormCounts = new Map(),
): { readonly vectors: TermVectors; readonly report: VectorReport } {
  const vectors = terms.map(
    (term) => getVector(term) ?? averageForms(forms.get(term) ?? new Map(), getVector),
  );
  const ownCount = terms.reduce((sum, term) => sum + (getVector(term) === undefined ? 0 : 1), 0);
  const dimension = vectors.find((vector) => vector !== undefined)?.length;
  if (dimension === undefined) {
    throw badArgument(
      "no term of the index has a word vector; are the vectors of another language?",
    );
  }
  const rows = new Float32Array(dimension * terms.length);
  const hasVector = new Uint8Array(terms.length);
  for (const [number, vector] of vectors.entries()) {
    if (vector === undefined) continue;
    if (vector.length !== dimension) {
      throw badArgument(
        `word vectors must have one dimension: ${dimension}, but ${vector.length} for ${quote(terms[number] as string)}`,
      );
    }
    rows.set(vector, number * dimension);
    hasVector[number] = 1;
  }
  const vectorCount = hasVector.reduce((sum, each) => sum + each, 0);
  const report = {
    own: ownCount,
    fromForms: vectorCount - ownCount,
    without: terms.length - vectorCount,
  };
  return { vectors: { dimension, rows, hasVector }, report };
}
