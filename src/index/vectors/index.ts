/** Vectors of documents. */

export {
  checkDimensions,
  MOST_DIMENSIONS,
  type QuantisedVectors,
  quantise,
  rowLength,
} from "./quantised-vectors.ts";
