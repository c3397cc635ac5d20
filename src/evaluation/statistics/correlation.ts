/** The result of a rank correlation, and the checks of its input. */

import { badArgument } from "../../common/errors.ts";

/** A correlation coefficient and its p value. */
export interface Correlation {
  /** From -1 to 1. */
  readonly coefficient: number;
  /** Two-sided, under the hypothesis of independence. */
  readonly p: number;
}

/**
 * Copies the two inputs. Fails with `BAD_ARGUMENT` unless there are at least 3 pairs, all finite,
 * neither constant.
 */
export function checkCorrelationInputs(
  name: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): [Float64Array, Float64Array] {
  if (x.length !== y.length) {
    throw badArgument(`${name} needs pairs of values, got ${x.length} and ${y.length}`);
  }
  if (x.length < 3) throw badArgument(`${name} needs at least 3 pairs of values, got ${x.length}`);
  const [a, b] = [Float64Array.from(x), Float64Array.from(y)];
  for (const values of [a, b]) {
    const strange = values.find((value) => !Number.isFinite(value));
    if (strange !== undefined) throw badArgument(`${name} needs finite values, got ${strange}`);
    if (values.every((value) => value === values[0])) {
      throw badArgument(`${name} is undefined when all values are equal, here to ${values[0]}`);
    }
  }
  return [a, b];
}
