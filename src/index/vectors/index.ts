/** Vectors of documents. */

export { GraphMemory } from "./graph-memory.ts";
export { type QuantisedVectors, quantise, rowLength } from "./quantised-vectors.ts";
export { SegmentVectors } from "./segment-vectors.ts";
export type { GraphSettings, VectorGraph } from "./vector-graph.ts";
export { PRODUCTS_AT_ONCE, type VectorKernels, VectorMemory } from "./vector-memory.ts";
export {
  checkVector,
  type GivenVector,
  unitVector,
  type VectorOptions,
  type VectorSettings,
} from "./vector-settings.ts";
