/** What the vectors of an index are, and which vectors a document may have. */

import { defined } from "../../common/defined.ts";
import { badArgument, quote } from "../../common/errors.ts";
import type { HnswSettings } from "../hnsw/hnsw-graph.ts";
import { checkDimensions } from "./quantised-vectors.ts";

/** What the vectors of an index are. Fixed once it exists. */
export interface VectorSettings {
  /** How many numbers each vector has. */
  readonly dimensions: number;
  /** Who makes the vectors of documents and queries; absent where a person gives them. */
  readonly model?: string;
  /** How the graphs of large segments are made, for approximate search; absent for exact search alone. */
  readonly graph?: HnswSettings;
}

/** Settings as a person may give them. */
export interface VectorOptions extends Omit<VectorSettings, "graph"> {
  /**
   * Link near vectors, for approximate search: `true`, or how. By default m is 16, efConstruction 200, and from
   * 10,000: smaller segments are searched exactly.
   */
  readonly graph?: boolean | Partial<HnswSettings>;
}

const HNSW_DEFAULTS: HnswSettings = { m: 16, efConstruction: 200, from: 10_000 };

/** The range of each number of a graph: a list's length is a byte. */
const HNSW_RANGES: Readonly<Record<keyof HnswSettings, readonly [number, number]>> = {
  m: [2, 64],
  efConstruction: [1, 10_000],
  from: [1, 0x7fffffff],
};

/** One vector, as a person may give it. */
export type InputVector = ArrayLike<number>;

/** `BAD_ARGUMENT` unless the settings are sound; returns them with nothing else. */
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
 * `BAD_ARGUMENT` for vectors that an index cannot keep: any where it has none,
 * another number of dimensions, a number that is not finite, nothing but zeros,
 * which point nowhere. `owner` is whose vectors they are, in words.
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

/** `BAD_ARGUMENT` unless a vector has so many numbers, all finite and one at least not zero. */
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

/** The vector of length 1 in the same direction, so that dot products are cosines. */
export function toUnitVector(vector: InputVector): Float64Array {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    largest = Math.max(largest, Math.abs(vector[i] as number));
  }
  // By its largest number first: squares of large numbers are infinite, those of small ones 0.
  const unit = Float64Array.from(vector, (value) => value / largest);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return unit.map((value) => value / length);
}
