/**
 * The input of the network for a term: its vector and its rarity ln(N / df), each centred on its
 * mean over the terms.
 *
 * Word vectors contain little about how common a word is in a given collection; with rarity beside
 * them a network can learn a better idf. All vectors of a set share a direction. Once they are
 * centred, a step of w moves terms against each other and leaves moving them together to the bias.
 * The paper takes vectors as they are.
 */

import type { TermVectors } from "../../scoring/term-vectors.ts";
import type { TermMatrix } from "./term-matrix.ts";

/**
 * Vectors of length 1, alone. The paper takes vectors as they are; those of common words are so long
 * that many weights start at 0 if w is random, and a weight of 0 has no gradient. At length 1 a
 * random w leaves every weight near 1.
 */
export function createUnitVectors({ dimension, rows, hasVector }: TermVectors): TermVectors {
  const unit = new Float32Array(rows.length);
  for (let term = 0; term < hasVector.length; term++) {
    const row = rows.subarray(term * dimension, (term + 1) * dimension);
    const length = Math.hypot(...row);
    if (length > 0)
      unit.set(
        row.map((value) => value / length),
        term * dimension,
      );
  }
  return { dimension, rows: unit, hasVector };
}

/** A term without a vector has the rarity alone and still counts as without a vector. */
export function createTermFeatures(
  { dimension, rows, hasVector }: TermVectors,
  { documentCount, documentFrequencies }: TermMatrix,
): TermVectors {
  const wider = dimension + 1;
  const features = new Float32Array(wider * hasVector.length);
  const vectorCount = hasVector.reduce((sum, each) => sum + each, 0);
  for (let i = 0; i < dimension; i++) {
    let sum = 0;
    for (let term = 0; term < hasVector.length; term++) sum += rows[term * dimension + i] as number;
    for (let term = 0; term < hasVector.length; term++) {
      if (hasVector[term] === 0) continue;
      features[term * wider + i] = (rows[term * dimension + i] as number) - sum / vectorCount;
    }
  }
  const rarity = Float64Array.from(documentFrequencies, (df) => Math.log(documentCount / df));
  const mean = rarity.reduce((sum, value) => sum + value, 0) / rarity.length;
  for (const [term, value] of rarity.entries()) features[term * wider + dimension] = value - mean;
  return { dimension: wider, rows: features, hasVector };
}
