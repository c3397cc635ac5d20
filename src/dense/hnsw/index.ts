/** HNSW graphs over the vectors of a segment: data, memory of the kernels, building, file. */

export type { HnswGraph } from "./hnsw-graph.ts";
export { HnswMemory } from "./hnsw-memory.ts";
