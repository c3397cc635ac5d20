/**
 * Vectors for bench/vectors.ts: unit vectors of 384 dimensions in nested clusters, like texts on
 * topics and subtopics. Vectors without any structure are the worst case of an HNSW graph, and no
 * encoder produces them.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../src/common/random.ts";

/** Dimensions of a vector. */
export const DIMENSIONS = 384;

/** Directions in which clusters differ: encoders use far fewer than they have dimensions. */
const RANK = 48;
const SUBJECTS = 64;
const DOCUMENTS_PER_PART = 100;
/**
 * The distances of subtopics from their topic, of vectors from their subtopic, and the isotropic
 * noise.
 */
const SPREADS = { part: 0.8, vector: 0.6, noise: 0.02 };

/** Files of float32, one vector after another. */
export interface VectorWorkload {
  readonly rows: string;
  readonly queries: string;
}

/** Creates a workload, or reuses that of an earlier run. */
export function prepareVectorWorkload(
  folder: string,
  count: number,
  queryCount: number,
): VectorWorkload {
  mkdirSync(folder, { recursive: true });
  const [rows, queries] = ["rows", "queries"].map((part) =>
    join(folder, `${part}-${count}-${queryCount}.f32`),
  ) as [string, string];
  if (!existsSync(queries)) {
    const values = generateClusteredVectors(count + queryCount, count);
    const end = count * DIMENSIONS;
    writeVectors(rows, values.subarray(0, end));
    writeVectors(queries, values.subarray(end));
  }
  return { rows, queries };
}

/** The vectors of a file. */
export function readVectorFile(path: string): Float32Array {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

function writeVectors(path: string, { buffer, byteOffset, byteLength }: Float32Array): void {
  writeFileSync(`${path}.unfinished`, new Uint8Array(buffer, byteOffset, byteLength));
  renameSync(`${path}.unfinished`, path);
}

/**
 * Random numbers that are drawn once and read from random offsets: a million vectors need too many
 * to draw each.
 */
function createNormalSampler(random: Random): (size: number) => Float32Array {
  const samples = Float32Array.from({ length: 1 << 20 }, () => random.normal());
  return (size) => {
    const from = random.below(samples.length - size);
    return samples.subarray(from, from + size);
  };
}

function generateClusteredVectors(count: number, seed: number): Float32Array {
  const random = new Random(seed);
  const normals = createNormalSampler(random);
  const around = (centre: Float32Array, spread: number): Float32Array => {
    const moved = normals(RANK);
    return centre.map((value, i) => value + spread * (moved[i] as number));
  };
  // Later directions matter less, as in the spectra of real vectors.
  const directions = Array.from({ length: RANK }, (_, i) =>
    Float32Array.from({ length: DIMENSIONS }, () => random.normal() / Math.sqrt(1 + i / 8)),
  );
  const subjects = Array.from({ length: SUBJECTS }, () => around(new Float32Array(RANK), 1));
  const parts = Array.from({ length: Math.ceil(count / DOCUMENTS_PER_PART) }, () =>
    around(subjects[random.below(SUBJECTS)] as Float32Array, SPREADS.part),
  );
  const values = new Float32Array(count * DIMENSIONS);
  for (let row = 0; row < count; row++) {
    const latent = around(parts[random.below(parts.length)] as Float32Array, SPREADS.vector);
    const vector = values.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    const noise = normals(DIMENSIONS);
    for (let i = 0; i < DIMENSIONS; i++) vector[i] = SPREADS.noise * RANK * (noise[i] as number);
    for (const [i, weight] of latent.entries()) {
      const direction = directions[i] as Float32Array;
      for (let j = 0; j < DIMENSIONS; j++) {
        vector[j] = (vector[j] as number) + weight * (direction[j] as number);
      }
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    for (let i = 0; i < DIMENSIONS; i++) vector[i] = (vector[i] as number) / length;
  }
  return values;
}
