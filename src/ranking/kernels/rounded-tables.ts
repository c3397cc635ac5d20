/**
 * Score tables of clauses whose scores are whole numbers of steps (scorers/rounded-scores.ts):
 * their cells are the scores themselves and not bounds, so accumulators are exact.
 */

import {
  COUNT_PARTS,
  countSteps,
  type RoundedMatch,
  roundLength,
  SCORE_STEP,
} from "../scorers/rounded-scores.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import type { KernelClause } from "./kernel-query.ts";
import { LENGTH_CLASSES, ROWS, SCORE_LIMIT } from "./layout.generated.ts";
import type { LengthClasses } from "./length-classes.ts";
import type { ClauseShape } from "./score-tables.ts";

/** Words of a row: a tag and a score per length class. */
const ROW_WORDS = 2 * LENGTH_CLASSES;
/** Each takes at most 16 KB. */
const MAX_CACHED_TABLES = 1024;

export class RoundedTables {
  readonly #words: Int32Array;
  readonly #lengths: readonly number[];
  /** Tables for one unit per step: they do not depend on the query. */
  readonly #tableCache = new Map<RoundedMatch, Int32Array>();

  constructor(buffer: ArrayBufferLike, { shortest }: LengthClasses) {
    this.#words = new Int32Array(buffer);
    this.#lengths = shortest;
  }

  /**
   * Writes the table of a clause to `address`, with `units` of fixed point per step. `tags` count
   * clauses, so tables do not depend on the number of the clause.
   */
  write(
    address: number,
    { weight, rounded }: KernelClause,
    { largest }: ClauseShape,
    { scale, tags }: { readonly scale: number; readonly tags: AccumulatorTags },
  ): void {
    if (rounded === undefined) return;
    const steps = this.#getSteps(rounded, largest);
    const units = weight * SCORE_STEP * scale;
    const words = this.#words;
    const classes = this.#lengths.length;
    let from = 0;
    for (let row = 0; row < Math.min(ROWS, largest); row++) {
      const tag = row === ROWS - 1 ? tags.encodeLastRow(0) : tags.encode(0, 1);
      let cell = (address >>> 2) + row * ROW_WORDS;
      for (let i = 0; i < classes; i++) {
        words[cell++] = tag;
        words[cell++] = (steps[from++] as number) * units;
      }
    }
  }

  /** Steps by frequency and length class; the last row is that of the largest frequency. */
  #getSteps(rounded: RoundedMatch, largest: number): Int32Array {
    const cache = this.#tableCache;
    const rows = Math.min(ROWS, largest);
    const size = rows * this.#lengths.length;
    const cached = cache.get(rounded);
    if (cached?.length === size) return cached;
    const { factor, unit } = rounded;
    const steps = new Int32Array(size);
    let at = 0;
    for (let row = 0; row < rows; row++) {
      const frequency = row === ROWS - 1 ? largest : row + 1;
      for (const length of this.#lengths) steps[at++] = countSteps(factor, unit(frequency, length));
    }
    if (cache.size === MAX_CACHED_TABLES) cache.clear();
    cache.set(rounded, steps);
    return steps;
  }
}

/** True if all lengths of a class are scored alike. */
export function haveRoundedLengths({ shortest, longest }: LengthClasses): boolean {
  return shortest.every((length, i) => roundLength(length) === roundLength(longest[i] as number));
}

/**
 * The number of units of fixed point per unit of score, in which every score is whole; undefined if
 * scores are not rounded or too large for that.
 */
export function computeRoundedScale(
  clauses: readonly KernelClause[],
  shapes: readonly ClauseShape[],
  shortestLength: number,
): number | undefined {
  let total = 0;
  for (const [i, { weight, match, rounded }] of clauses.entries()) {
    const { largest, occurrence } = shapes[i] as ClauseShape;
    const isWhole = Number.isInteger(weight * COUNT_PARTS) && weight > 0;
    if (rounded === undefined || occurrence !== 1 || !isWhole) return undefined;
    if (largest > 0) total += weight * match(largest, shortestLength);
  }
  const lowest = COUNT_PARTS / SCORE_STEP;
  if (!(total * lowest <= SCORE_LIMIT)) return undefined;
  return lowest * 2 ** Math.floor(Math.log2(SCORE_LIMIT / (total * lowest || 1)));
}
