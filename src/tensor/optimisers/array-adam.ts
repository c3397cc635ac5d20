/**
 * Adam on an array of numbers, for parameters outside of a graph. The rule and its
 * pace are those of the optimiser (optimiser.ts) and of the plain backend, in 64
 * bits.
 */

import { applyUpdate } from "../plain/updates.ts";
import { completeGroup, computeAdamPace } from "./optimiser.ts";

export class ArrayAdam {
  readonly #group: ReturnType<typeof completeGroup>;
  readonly #moments: readonly [Float64Array, Float64Array];
  #steps = 0;

  constructor(parameterCount: number, { rate }: { readonly rate: number }) {
    this.#group = completeGroup({ variables: [], rate });
    this.#moments = [new Float64Array(parameterCount), new Float64Array(parameterCount)];
  }

  /** The step of each parameter. */
  step(gradient: ArrayLike<number>): Float64Array {
    const moves = new Float64Array(this.#moments[0].length);
    applyUpdate(
      { ...this.#group, rule: "adam" },
      {
        variable: moves,
        gradient: Float64Array.from(gradient),
        pace: Float64Array.from(computeAdamPace(this.#group, ++this.#steps)),
        moments: this.#moments,
        rows: undefined,
      },
    );
    return moves;
  }
}
