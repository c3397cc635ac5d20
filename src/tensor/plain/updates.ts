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
  { rule, beta1, beta2, epsilon }: Update,
  { variable, gradient, pace, moments, rows }: UpdateValues,
): void {
  const [keep, step, scale] = pace as unknown as [number, number, number];
  const width = rows === undefined ? gradient.length : gradient.length / rows.length;
  for (let i = 0; i < gradient.length; i++) {
    const row = rows === undefined ? 0 : at(rows, Math.floor(i / width));
    const place = row * width + (i % width);
    const slope = at(gradient, i);
    if (rule === "sgd") {
      variable[place] = keep * at(variable, place) - step * slope;
      continue;
    }
    const [first, second] = moments as readonly [Floats, Floats];
    first[place] = beta1 * at(first, place) + (1 - beta1) * slope;
    second[place] = beta2 * at(second, place) + (1 - beta2) * slope * slope;
    const move = at(first, place) / (scale * Math.sqrt(at(second, place)) + epsilon);
    variable[place] = keep * at(variable, place) - step * move;
  }
}
