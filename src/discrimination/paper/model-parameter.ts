/**
 * A number of a model that may be learned together with the weights of terms,
 * as the code of Frej et al. learns k1, b and mu. It is stepped in a form in
 * which every step gives a value that is allowed.
 */

export interface ModelParameter {
  readonly name: string;
  readonly value: number;
  /** The slope in the stepped form, from that in the value. */
  slope(slope: number): number;
  /** Moves the stepped form. */
  move(by: number): void;
}

/** A value above 0, stepped by its logarithm. 0 stays 0. */
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
