/**
 * The score of a document's length alone (the length part of the language model), by
 * length class, as upper bounds in the kernels' fixed point.
 */

import type { DocumentScorer } from "../prepared-query.ts";
import type { LengthClasses } from "./length-classes.ts";

export class LengthParts {
  readonly #classes: LengthClasses;

  constructor(classes: LengthClasses) {
    this.#classes = classes;
  }

  /** The largest absolute score of any length. The score grows or shrinks with the length. */
  largest(scorer: DocumentScorer | undefined): number {
    if (scorer === undefined) return 0;
    const { shortest, longest } = this.#classes;
    const ends = [shortest[0] as number, longest.at(-1) as number];
    return Math.max(...ends.map((length) => Math.abs(scorer(0, length))));
  }

  /**
   * Writes the score of each class to `out` and returns the largest. Adds to
   * `boundErrors` the number of units that a class may lie above the score of a
   * length.
   */
  write(
    out: Int32Array,
    scorer: DocumentScorer | undefined,
    scale: number,
    boundErrors: Float64Array,
  ): number {
    if (scorer === undefined) {
      out.fill(0);
      return 0;
    }
    const { shortest, longest } = this.#classes;
    let largest = -Infinity;
    for (let i = 0; i < shortest.length; i++) {
      const a = scale * scorer(0, shortest[i] as number);
      const b = scale * scorer(0, longest[i] as number);
      const part = Math.ceil(Math.max(a, b));
      out[i] = part;
      boundErrors[i] = (boundErrors[i] as number) + Math.abs(a - b) + 1;
      largest = Math.max(largest, part);
    }
    return largest;
  }
}
