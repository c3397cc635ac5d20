/** Vectors of documents, quantised to int8: settings, memory, and the WASM kernels over them. */

export { type QuantisedVectors, quantise, quantiseQuery, rowLength } from "./quantised-vectors.ts";
export { SegmentVectors } from "./segment-vectors.ts";
export { PRODUCTS_PER_CALL, type VectorKernels, VectorMemory } from "./vector-memory.ts";
export {
  checkVector,
  type HnswSettings,
  type InputVector,
  toUnitVector,
  type VectorOptions,
  type VectorSettings,
} from "./vector-settings.ts";
