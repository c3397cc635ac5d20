/**
 * Fisher's paired randomisation test, two-sided.
 *
 * If the systems were equal, the difference of each query could as well have had the other sign. p
 * is the share of all sign patterns whose mean difference is at least as far from 0 as the observed
 * one (Smucker, Allan and Carterette, CIKM 2007). Differences of 0 change nothing and are left out.
 * With up to 20 others, all patterns are counted. With more, a seeded sample is counted together
 * with the observed pattern, so that p is never 0.
 *
 * Signs are drawn 32 at a time: a table holds the sums of eight differences under all 256 sign
 * patterns, and each random byte selects one.
 */

import { badArgument } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";
import { checkSampleSize } from "./differences.ts";

/** The number of sampled patterns, and the random seed. */
export interface RandomisationOptions {
  /** Number of patterns to sample if there are too many to count. */
  samples?: number;
  seed?: number;
}

/** The result of a randomisation test. */
export interface Randomisation {
  readonly p: number;
  /** Whether all patterns were counted. */
  readonly exact: boolean;
}

const MAX_EXACT_DIFFERENCES = 20;

/** Means that differ by less than this are equal, so that rounding does not decide. */
const TOLERANCE = 1e-12;

/** Fisher's randomisation test of paired differences, two-sided. */
export function randomisation(
  differences: Float64Array,
  { samples = 100_000, seed = 1 }: RandomisationOptions = {},
): Randomisation {
  checkSampleSize("the randomisation test", differences);
  if (!Number.isInteger(samples) || samples < 1) {
    throw badArgument(`samples must be a whole number ≥ 1, got ${samples}`);
  }
  const observed = Math.abs(differences.reduce((a, b) => a + b, 0));
  const threshold = observed - TOLERANCE * differences.length;
  const changing = differences.filter((difference) => difference !== 0);
  if (changing.length <= MAX_EXACT_DIFFERENCES) {
    return { p: computeExactShare(changing, threshold), exact: true };
  }
  const random = new Random(seed).split("randomisation test");
  const reached = countSampled(changing, threshold, samples, random);
  return { p: (reached + 1) / (samples + 1), exact: false };
}

/** The share of all sign patterns that reach the threshold, from the sums of two halves. */
function computeExactShare(values: Float64Array, threshold: number): number {
  const left = computeSignedSums(values.subarray(0, values.length >> 1));
  const right = computeSignedSums(values.subarray(values.length >> 1));
  let reached = 0;
  for (const a of left) {
    for (let i = 0; i < right.length; i++) {
      if (Math.abs(a + (right[i] as number)) >= threshold) reached++;
    }
  }
  return reached / (left.length * right.length);
}

function countSampled(
  values: Float64Array,
  threshold: number,
  samples: number,
  random: Random,
): number {
  const words = Math.ceil(values.length / 32);
  const padded = new Float64Array(words * 32);
  padded.set(values);
  const tables = new Float64Array(words * 4 * 256);
  for (let byte = 0; byte < words * 4; byte++) {
    tables.set(computeSignedSums(padded.subarray(byte * 8, byte * 8 + 8)), byte * 256);
  }
  let reached = 0;
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    for (let at = 0; at < tables.length; at += 1024) {
      const bits = random.bits();
      sum +=
        (tables[at + (bits & 255)] as number) +
        (tables[at + 256 + ((bits >>> 8) & 255)] as number) +
        (tables[at + 512 + ((bits >>> 16) & 255)] as number) +
        (tables[at + 768 + (bits >>> 24)] as number);
    }
    if (Math.abs(sum) >= threshold) reached++;
  }
  return reached;
}

/** The sum of the values under every pattern of signs; a set bit means minus. */
function computeSignedSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  for (let pattern = 0; pattern < sums.length; pattern++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      sum += (pattern >> i) & 1 ? -(values[i] as number) : (values[i] as number);
    }
    sums[pattern] = sum;
  }
  return sums;
}
