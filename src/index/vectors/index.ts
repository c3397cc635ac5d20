/** Vectors of documents. */

export { type QuantisedVectors, quantise, rowLength } from "./quantised-vectors.ts";
export { SegmentVectors } from "./segment-vectors.ts";
export {
  checkVector,
  type GivenVector,
  unitVector,
  type VectorSettings,
} from "./vector-settings.ts";
