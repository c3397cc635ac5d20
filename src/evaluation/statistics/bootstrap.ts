/**
 * A confidence interval of a mean, by resampling queries (Efron, Annals of
 * Statistics 1979; percentile method, quantiles interpolated as numpy does).
 */

import { badArgument } from "../../common/errors.ts";
import { Random } from "../../common/random.ts";

/** The number of resamples, and the confidence level. */
export interface BootstrapOptions {
  resamples?: number;
  /** The share of resampled means inside the interval. */
  confidence?: number;
  random?: Random;
}

/** Returns the lower and the upper end. */
export function bootstrapInterval(
  values: Float64Array,
  { resamples = 1000, confidence = 0.95, random = new Random(1) }: BootstrapOptions = {},
): [number, number] {
  if (values.length === 0) throw badArgument("a confidence interval needs at least 1 value, got 0");
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw badArgument(`resamples must be a whole number ≥ 1, got ${resamples}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw badArgument(`confidence must be between 0 and 1, got ${confidence}`);
  }
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (let j = 0; j < values.length; j++) {
      // Not `below`: this biases some values by n / 2^32, far below the noise, and needs no
      // division.
      sum += values[Math.floor((random.bits() * values.length) / 2 ** 32)] as number;
    }
    means[i] = sum / values.length;
  }
  means.sort();
  return [quantile(means, (1 - confidence) / 2), quantile(means, (1 + confidence) / 2)];
}

/** The value below which `share` of the sorted values lie, interpolated between neighbours. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] as number;
  return below + ((sorted[Math.ceil(at)] as number) - below) * (at - Math.floor(at));
}
