/**
 * Loads the code for the vectors of segments on demand: most indexes have no vectors, and a
 * bundle can leave it out (common/bundle-parts.ts).
 */

import { refusePart } from "../../common/bundle-parts.ts";
import { VectorBuilder } from "../../dense/vectors/vector-builder.ts";

const refuse = (): never => refusePart("TERMWISE_LEXICAL", "vectors");

export const createVectorBuilder = (dimensions: number): VectorBuilder =>
  globalThis.TERMWISE_LEXICAL ? refuse() : new VectorBuilder(dimensions);

export const loadVectorWriting = async (): Promise<typeof import("./write-vector-files.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse() : import("./write-vector-files.ts");

export const loadVectorReading = async (): Promise<
  typeof import("../../dense/vectors/vectors-file.ts")
> => (globalThis.TERMWISE_LEXICAL ? refuse() : import("../../dense/vectors/vectors-file.ts"));

export const loadGraphReading = async (): Promise<
  typeof import("../../dense/hnsw/hnsw-file.ts")
> => (globalThis.TERMWISE_LEXICAL ? refuse() : import("../../dense/hnsw/hnsw-file.ts"));
