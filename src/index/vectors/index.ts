/** Vectors of documents. */

export { mergeVectors } from "./merged-vectors.ts";
export {
  checkDimensions,
  MOST_DIMENSIONS,
  type QuantisedVectors,
  quantise,
  rowLength,
} from "./quantised-vectors.ts";
export { SegmentVectors } from "./segment-vectors.ts";
export { VectorBuilder, type VectorPart } from "./vector-builder.ts";
export {
  checkVector,
  checkVectorSettings,
  checkVectors,
  type GivenVector,
  unitVector,
  type VectorSettings,
} from "./vector-settings.ts";
export { checkRows, readVectors, writeVectors } from "./vectors-file.ts";
