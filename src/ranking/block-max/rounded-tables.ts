/**
 * Score tables of terms whose scores are whole numbers of steps (scorers/rounded-scores.ts): their
 * cells are the scores themselves and not bounds.
 */

import type { TermScorer } from "../scorers/match.ts";
import { type RoundedMatch, roundLength, SCORE_STEP } from "../scorers/rounded-scores.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { LENGTH_CLASSES, ROWS, SCORE_LIMIT, TABLE_BYTES } from "./layout.generated.ts";
import type { LengthClasses } from "./length-classes.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";

/** Each takes at most 32 KB. Document weights from 1/8 to 8 have 67 steps. */
const MAX_CACHED_TABLES = 128;
/** Rows of high frequencies for each table, at most 2 KB each. */
const MAX_HIGH_ROWS = 64;

export const ROW_BYTES: number = TABLE_BYTES / ROWS;

export class RoundedTables {
  readonly #memory: Float64Array;
  readonly #kernels: RetrievalKernels;
  readonly #lengths: readonly number[];
  /** By function: terms of equal document weight share it. */
  readonly #unitCache = new Map<TermScorer, UnitTable>();

  constructor(buffer: ArrayBufferLike, kernels: RetrievalKernels, { shortest }: LengthClasses) {
    this.#memory = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
    this.#kernels = kernels;
    this.#lengths = shortest;
  }

  /**
   * Writes the scores of the frequencies up to `largest` to `address`, with `units` units of fixed
   * point per step. `tags` count clauses, so tables do not depend on the number of the clause.
   */
  write(
    address: number,
    { unit, factor }: RoundedMatch,
    largest: number,
    units: number,
    tags: AccumulatorTags,
  ): void {
    const rows = Math.min(ROWS, largest);
    const values = this.#getUnits(unit);
    this.#memory.set(values.getRows(Math.min(ROWS - 1, rows)), address >>> 3);
    if (rows === ROWS) {
      this.#memory.set(values.getRow(largest), (address >>> 3) + (ROWS - 1) * LENGTH_CLASSES);
    }
    const [tag, lastTag] = [tags.encode(0, 1), tags.encodeLastRow(0)];
    this.#kernels.roundScores(address, rows, this.#lengths.length, factor, units, tag, lastTag);
  }

  #getUnits(unit: TermScorer): UnitTable {
    const cache = this.#unitCache;
    let table = cache.get(unit);
    if (table === undefined) {
      if (cache.size === MAX_CACHED_TABLES) cache.clear();
      table = new UnitTable(unit, this.#lengths);
      cache.set(unit, table);
    }
    return table;
  }
}

/** Values of a function by frequency and length class, computed on first use. */
class UnitTable {
  readonly #unit: TermScorer;
  readonly #lengths: readonly number[];
  #values = new Float64Array();
  readonly #highRows = new Map<number, Float64Array>();

  constructor(unit: TermScorer, lengths: readonly number[]) {
    this.#unit = unit;
    this.#lengths = lengths;
  }

  /** The rows of the frequencies from 1 to `count`, below ROWS. */
  getRows(count: number): Float64Array {
    const size = count * LENGTH_CLASSES;
    const computed = this.#values.length / LENGTH_CLASSES;
    if (computed < count) {
      const values = new Float64Array(size);
      values.set(this.#values);
      for (let row = computed; row < count; row++) {
        this.#writeRow(row + 1, values, row * LENGTH_CLASSES);
      }
      this.#values = values;
    }
    return this.#values.length === size ? this.#values : this.#values.subarray(0, size);
  }

  /** The row of a frequency from ROWS on. */
  getRow(frequency: number): Float64Array {
    const cached = this.#highRows.get(frequency);
    if (cached !== undefined) return cached;
    if (this.#highRows.size === MAX_HIGH_ROWS) this.#highRows.clear();
    const row = new Float64Array(this.#lengths.length);
    this.#writeRow(frequency, row, 0);
    this.#highRows.set(frequency, row);
    return row;
  }

  #writeRow(frequency: number, row: Float64Array, at: number): void {
    const lengths = this.#lengths;
    for (let i = 0; i < lengths.length; i++)
      row[at + i] = this.#unit(frequency, lengths[i] as number);
  }
}

/** True if all lengths of a class are scored alike. */
export function haveRoundedLengths({ shortest, longest }: LengthClasses): boolean {
  return shortest.every((length, i) => roundLength(length) === roundLength(longest[i] as number));
}

/**
 * The largest number of units of fixed point per unit of score in which sums up to `total` fit;
 * undefined if scores are not whole in it. Weights are multiples of 1 / `parts`.
 */
export function computeRoundedScale(total: number, parts: number): number | undefined {
  const lowest = parts / SCORE_STEP;
  if (!(total * lowest <= SCORE_LIMIT)) return undefined;
  return lowest * 2 ** Math.floor(Math.log2(SCORE_LIMIT / (total * lowest || 1)));
}
