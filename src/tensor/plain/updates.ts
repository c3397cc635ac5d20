/** Optimiser rules on a variable in place, the obvious way. */

import type { Update } from "../program.ts";
import { at, type Floats } from "./floats.ts";

/** The arrays that one update works on. */
export interface UpdateValues {
  readonly variable: Floats;
  readonly gradient: Floats;
  readonly pace: Floats;
  readonly moments: readonly Floats[];
  /** Row numbers, or undefined for the whole variable. */
  readonly rows: Int32Array | undefined;
}

export function applyUpdate(
  { rule, beta1, beta2, epsilon }: Pick<Update, "rule" | "beta1" | "beta2" | "epsilon">,
  { variable, gradient, pace, moments, rows }: UpdateValues,
): void {
  const [keep, step, scale] = pace as unknown as [number, number, number];
  const width = rows === undefined ? gradient.length : gradient.length / rows.length;
  const [first, second] = moments as readonly [Floats, Floats];
  for (let row = 0; row * width < gradient.length; row++) {
    const start = row * width;
    const shift = (rows === undefined ? 0 : at(rows, row) * width) - start;
    for (let i = start; i < start + width; i++) {
      const position = i + shift;
      const slope = at(gradient, i);
      if (rule === "sgd") {
        variable[position] = keep * at(variable, position) - step * slope;
        continue;
      }
      first[position] = beta1 * at(first, position) + (1 - beta1) * slope;
      second[position] = beta2 * at(second, position) + (1 - beta2) * slope * slope;
      const move = at(first, position) / (scale * Math.sqrt(at(second, position)) + epsilon);
      variable[position] = keep * at(variable, position) - step * move;
    }
  }
}
