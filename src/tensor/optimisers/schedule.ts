/** Learning-rate schedules: a factor for each step, or for each measurement. */

import { badArgument } from "../../common/errors.ts";

/** The factor by which the rate is multiplied at a step, counted from 1. */
export type Schedule = (step: number) => number;

export const constantRate: Schedule = () => 1;

/** From 1 at the first step down to 0 just after step `steps`, in a straight line. */
export function createLinearDecay(steps: number): Schedule {
  checkAtLeastOne("linearDecay", steps);
  return (step) => Math.max(0, 1 - (step - 1) / steps);
}

/** Rises to 1 over the first `steps` steps, then continues with another schedule from its start. */
export function createWarmUp(steps: number, then: Schedule = constantRate): Schedule {
  checkAtLeastOne("warmUp", steps);
  return (step) => (step < steps ? step / steps : then(step - steps + 1));
}

export interface PlateauOptions {
  /** The factor of the rate after too many measurements without improvement. */
  readonly factor?: number;
  /** The number of measurements in a row without improvement before that. */
  readonly patience?: number;
}

export interface PlateauState {
  /** -Infinity before the first measurement. */
  readonly best: number;
  readonly waited: number;
}

/** Lowers the rate when a measure, where higher is better, stops rising. */
export class Plateau {
  readonly #factor: number;
  readonly #patience: number;
  #best = -Infinity;
  #waited = 0;

  constructor({ factor = 0.5, patience = 6 }: PlateauOptions = {}) {
    if (!(factor > 0 && factor < 1)) {
      throw badArgument(`Plateau factor must be between 0 and 1, got ${factor}`);
    }
    checkAtLeastOne("Plateau patience", patience);
    this.#factor = factor;
    this.#patience = patience;
  }

  /** The state of the plateau: the best measurement, and the number of measurements since. */
  get state(): PlateauState {
    return { best: this.#best, waited: this.#waited };
  }

  set state({ best, waited }: PlateauState) {
    this.#best = best;
    this.#waited = waited;
  }

  /** Records a measurement; returns the factor to apply to the rate now. */
  report(measure: number): number {
    if (measure > this.#best) {
      this.#best = measure;
      this.#waited = 0;
      return 1;
    }
    if (++this.#waited <= this.#patience) return 1;
    this.#waited = 0;
    return this.#factor;
  }
}

function checkAtLeastOne(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) {
    throw badArgument(`${name} needs a whole number ≥ 1, got ${value}`);
  }
}
