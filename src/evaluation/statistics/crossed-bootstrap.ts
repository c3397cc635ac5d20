/**
 * A confidence interval of the difference of two systems that were trained with several random
 * seeds and measured on the same queries.
 *
 * Queries and seeds are crossed: every seed answers every query. Both are resampled, each with
 * replacement and independently of the other (Owen, "The pigeonhole bootstrap", Annals of Applied
 * Statistics 2007); the seeds of the two systems are resampled apart, because seed 1 of one system
 * has nothing to do with seed 1 of the other. The interval is therefore about new queries and new
 * seeds; an interval over queries alone is about these very networks. It errs on the wide side.
 */

import { badArgument } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";
import { quantile } from "./bootstrap.ts";

/** The number of resamples, the confidence level, and the random seed of the resampling. */
export interface CrossedBootstrapOptions {
  readonly resamples?: number;
  readonly confidence?: number;
  readonly seed?: number;
}

/** Values by seed, then by query. */
export type SeedValues = readonly (readonly number[])[];

/** The mean difference and the ends of its interval. */
export function crossedBootstrapInterval(
  system: SeedValues,
  baseline: SeedValues,
  { resamples = 2000, confidence = 0.95, seed = 1 }: CrossedBootstrapOptions = {},
): [mean: number, low: number, high: number] {
  const queries = checkLengths(system, baseline);
  // The stream depends on the seed alone: equal values have equal intervals.
  const random = new Random(seed).split("crossed bootstrap");
  const differences = new Float64Array(resamples);
  const counts = new Uint32Array(queries);
  for (let i = 0; i < resamples; i++) {
    counts.fill(0);
    for (let j = 0; j < queries; j++) {
      const query = random.below(queries);
      counts[query] = (counts[query] as number) + 1;
    }
    differences[i] = sampleMean(system, counts, random) - sampleMean(baseline, counts, random);
  }
  differences.sort();
  const ones = new Uint32Array(queries).fill(1);
  const mean = (values: SeedValues): number =>
    values.reduce((sum, each) => sum + weightedMean(each, ones), 0) / values.length;
  return [
    mean(system) - mean(baseline),
    quantile(differences, (1 - confidence) / 2),
    quantile(differences, (1 + confidence) / 2),
  ];
}

/** The mean of resampled seeds over queries with these counts. */
function sampleMean(values: SeedValues, counts: Uint32Array, random: Random): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += weightedMean(values[random.below(values.length)] as readonly number[], counts);
  }
  return sum / values.length;
}

function weightedMean(values: readonly number[], counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += (values[i] as number) * (counts[i] as number);
  return sum / counts.length;
}

/** The number of queries, equal for all seeds. */
function checkLengths(system: SeedValues, baseline: SeedValues): number {
  const lengths = new Set([...system, ...baseline].map(({ length }) => length));
  const [queries = 0] = lengths;
  if (lengths.size !== 1 || queries === 0 || system.length === 0 || baseline.length === 0) {
    const got = [system, baseline].map((each) => each.map(({ length }) => length).join(" "));
    throw badArgument(
      `a crossed interval needs seeds of the same queries, got ${got.join(" and ")} values`,
    );
  }
  return queries;
}
