/** Vectors of documents. */

export type { HnswGraph, HnswSettings } from "../hnsw/hnsw-graph.ts";
export { HnswMemory } from "../hnsw/hnsw-memory.ts";
export { type QuantisedVectors, quantise, rowLength } from "./quantised-vectors.ts";
export { SegmentVectors } from "./segment-vectors.ts";
export { PRODUCTS_PER_CALL, type VectorKernels, VectorMemory } from "./vector-memory.ts";
export {
  checkVector,
  type InputVector,
  toUnitVector,
  type VectorOptions,
  type VectorSettings,
} from "./vector-settings.ts";
