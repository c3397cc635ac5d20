/**
 * Values of variables that depend only on their names, as
 * test/reference/torch-bert.py computes them.
 */

import type { Tensor } from "../../tensor/index.ts";

/** A number in [0, 1) that depends only on i: two rounds of a multiplicative hash. */
export function hashToUnit(i: number): number {
  let mixed = Math.imul(i, 2654435761) >>> 0;
  mixed ^= mixed >>> 15;
  return (Math.imul(mixed, 2246822519) >>> 0) / 2 ** 32;
}

/** The values of a variable in the script. */
export function createHashedValues({ attributes, shape }: Tensor): Float64Array {
  const name = String(attributes.name);
  const start = [...name].reduce((total, letter, i) => total + (i + 1) * letter.charCodeAt(0), 0);
  const count = (shape as readonly number[]).reduce((a, b) => a * b, 1);
  const shift = name.endsWith("LayerNorm.weight") ? 0.5 : -0.5;
  return Float64Array.from({ length: count }, (_, i) => hashToUnit(start * 1000 + i) + shift);
}
