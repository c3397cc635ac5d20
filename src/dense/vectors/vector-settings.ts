/** The vector settings of an index, and the rules for the vectors of a document or query. */

import { defined } from "../../common/defined.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { checkDimensions } from "./quantised-vectors.ts";

/** How the HNSW graphs of an index are built. Fixed once the index exists. */
export interface HnswSettings {
  /** Neighbours per row and level; level 0 holds twice as many. */
  readonly m: number;
  /** Candidates considered when a row is inserted: more give a better graph and a slower build. */
  readonly efConstruction: number;
  /** Minimum number of vectors for a segment to get a graph; smaller segments are scanned exactly. */
  readonly from: number;
}

/** The vectors of an index. Fixed once the index exists. */
export interface VectorSettings {
  /** Length of each vector. */
  readonly dimensions: number;
  /** Name of the encoder of documents and queries; absent where vectors are given. */
  readonly model?: string;
  /** HNSW settings of large segments, for approximate search; absent for exact search only. */
  readonly graph?: HnswSettings;
}

/** Vector settings as callers give them. */
export interface VectorOptions extends Omit<VectorSettings, "graph"> {
  /**
   * Build HNSW graphs for approximate search: `true`, or settings. Defaults: m 16, efConstruction 200, from 10,000
   * vectors per segment; smaller segments are searched exactly.
   */
  readonly graph?: boolean | Partial<HnswSettings>;
}

const HNSW_DEFAULTS: HnswSettings = { m: 16, efConstruction: 200, from: 10_000 };

/** Allowed range of each setting. The length of a neighbour list is stored in a byte. */
const HNSW_RANGES: Readonly<Record<keyof HnswSettings, readonly [number, number]>> = {
  m: [2, 64],
  efConstruction: [1, 10_000],
  from: [1, 0x7fffffff],
};

/** One vector, as callers give it. */
export type InputVector = ArrayLike<number>;

/** `BAD_ARGUMENT` for invalid settings; returns a checked copy. */
export function checkVectorSettings(options: VectorOptions): VectorSettings {
  if (typeof options !== "object" || options === null) {
    throw badArgument("the vectors of an index need their number of dimensions");
  }
  const { dimensions, model, graph = false, ...others } = options;
  for (const name of Object.keys(others)) throw badArgument(`vectors have no ${quote(name)}`);
  checkDimensions(dimensions);
  if (model !== undefined && (typeof model !== "string" || model === "")) {
    throw badArgument("the model of vectors must be a name");
  }
  return {
    dimensions,
    ...defined({ model }),
    ...(graph === false ? {} : { graph: checkHnswSettings(graph === true ? {} : graph) }),
  };
}

function checkHnswSettings(options: Partial<HnswSettings>): HnswSettings {
  if (typeof options !== "object" || options === null) {
    throw badArgument("the graph of vectors must be true, or its settings");
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(HNSW_RANGES, name)) throw badArgument(`a graph has no ${quote(name)}`);
  }
  const { m, efConstruction, from } = { ...HNSW_DEFAULTS, ...options };
  for (const [name, value] of Object.entries({ m, efConstruction, from })) {
    const [min, max] = HNSW_RANGES[name as keyof HnswSettings];
    if (!Number.isInteger(value) || value < min || value > max) {
      throw badArgument(
        `${name} of a graph must be a whole number from ${min} to ${max}, got ${value}`,
      );
    }
  }
  return { m, efConstruction, from };
}

/**
 * `BAD_ARGUMENT` for vectors that the index cannot store: any vector in an index
 * without vectors, a wrong number of dimensions, a number that is not finite, a
 * vector of zeros. `owner` names the document in the message.
 */
export function checkVectors(
  owner: string,
  vectors: readonly InputVector[],
  settings: VectorSettings | undefined,
): void {
  if (settings === undefined) {
    throw badArgument(`${owner} has a vector, but the index was made without vectors`);
  }
  if (!Array.isArray(vectors)) throw badArgument(`${owner}: vectors must be an array of vectors`);
  for (const vector of vectors) checkVector(owner, vector, settings.dimensions);
}

/** `BAD_ARGUMENT` unless a vector has this many numbers, all finite and at least one not zero. */
export function checkVector(owner: string, vector: unknown, dimensions: number): void {
  const isList = Array.isArray(vector) || (ArrayBuffer.isView(vector) && "length" in vector);
  if (!isList) throw badArgument(`${owner}: a vector must be an array of numbers`);
  const values = vector as InputVector;
  if (values.length !== dimensions) {
    throw badArgument(
      `${owner}: a vector has ${values.length} dimensions, those of the index ${dimensions}`,
    );
  }
  let isZero = true;
  for (let i = 0; i < dimensions; i++) {
    const value = values[i] as unknown;
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw badArgument(`${owner}: number ${i} of a vector is ${value}; it must be finite`);
    }
    if (value !== 0) isZero = false;
  }
  if (isZero) throw badArgument(`${owner}: a vector of zeros has no direction`);
}

/** Scales a vector to length 1, so that dot products are cosines. */
export function toUnitVector(vector: InputVector): Float64Array {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    largest = Math.max(largest, Math.abs(vector[i] as number));
  }
  // Divides by the largest number first: squares of large numbers overflow, squares of small ones underflow.
  const unit = Float64Array.from(vector, (value) => value / largest);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return unit.map((value) => value / length);
}
