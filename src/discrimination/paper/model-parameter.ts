/**
 * A parameter that may be learned with the term weights, as the code of Frej et al. learns k1, b
 * and mu. Optimisation steps in a transformed form, in which every step gives a valid value.
 */

export interface ModelParameter {
  readonly name: string;
  readonly value: number;
  /** Converts a derivative in the value to one in the transformed form. */
  slope(slope: number): number;
  /** Moves the transformed form. */
  move(by: number): void;
}

/** A value above 0, optimised through its logarithm. 0 stays 0. */
export class LogParameter implements ModelParameter {
  readonly name: string;
  value: number;

  constructor(name: string, value: number) {
    this.name = name;
    this.value = value;
  }

  slope(slope: number): number {
    return slope * this.value;
  }

  move(by: number): void {
    this.value *= Math.exp(by);
  }
}

/** A value from 0 to 1. */
export class ShareParameter implements ModelParameter {
  readonly name: string;
  value: number;

  constructor(name: string, value: number) {
    this.name = name;
    this.value = value;
  }

  slope(slope: number): number {
    return slope;
  }

  move(by: number): void {
    this.value = Math.min(1, Math.max(0, this.value + by));
  }
}
