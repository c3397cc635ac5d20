/**
 * Score tables of clauses whose scores are whole numbers of steps (scorers/rounded-scores.ts):
 * their cells are the scores themselves and not bounds, so accumulators are exact. A table belongs
 * to one term, so tables are kept for the terms of later queries.
 */

import type { TermScorer } from "../scorers/match.ts";
import { COUNT_PARTS, roundLength, SCORE_STEP } from "../scorers/rounded-scores.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import type { KernelClause } from "./kernel-query.ts";
import { LENGTH_CLASSES, ROWS, SCORE_LIMIT, TABLE_BYTES } from "./layout.generated.ts";
import type { LengthClasses } from "./length-classes.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { ClauseShape } from "./score-tables.ts";
import { MAX_CLAUSES_BESIDE_KEPT, type SearchArena } from "./search-arena.ts";

/** Each takes at most 32 KB. Document weights from 1/8 to 8 have 67 steps. */
const MAX_CACHED_TABLES = 128;
/** After this many tables that were not kept for want of memory, the kept ones are dropped. */
const MAX_MISSES = 4096;
/** Rows of high frequencies for each table, at most 2 KB each. */
const MAX_HIGH_ROWS = 64;

const ROW_BYTES = TABLE_BYTES / ROWS;

/** A table that was written for an earlier query, with all that it depends on besides its factor. */
interface KeptTable {
  readonly unit: TermScorer;
  readonly units: number;
  readonly largest: number;
  readonly tag: number;
  readonly lastTag: number;
  readonly address: number;
}

export class RoundedTables {
  readonly #memory: Float64Array;
  readonly #kernels: RetrievalKernels;
  readonly #lengths: readonly number[];
  /** By function: terms of equal document weight share it. */
  readonly #unitCache = new Map<TermScorer, UnitTable>();
  readonly #arena: SearchArena;
  /** By factor, which hardly two terms have in common. */
  readonly #kept = new Map<number, KeptTable[]>();
  #keptGeneration = 0;
  #misses = 0;
  #isKeeping = false;

  private constructor(
    buffer: ArrayBufferLike,
    kernels: RetrievalKernels,
    { shortest }: LengthClasses,
    arena: SearchArena,
  ) {
    this.#arena = arena;
    this.#memory = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
    this.#kernels = kernels;
    this.#lengths = shortest;
  }

  /** Undefined unless the length classes determine rounded scores. */
  static open(
    buffer: ArrayBufferLike,
    kernels: RetrievalKernels,
    classes: LengthClasses,
    arena: SearchArena,
  ): RoundedTables | undefined {
    return haveRoundedLengths(classes)
      ? new RoundedTables(buffer, kernels, classes, arena)
      : undefined;
  }

  /** As `computeRoundedScale`. */
  computeScale(
    clauses: readonly KernelClause[],
    shapes: readonly ClauseShape[],
    shortestLength: number,
  ): number | undefined {
    return computeRoundedScale(clauses, shapes, shortestLength);
  }

  /** Before the tables of a query are opened. A table is valid until the next query begins. */
  beginQuery(clauses: number): void {
    this.#isKeeping = clauses <= MAX_CLAUSES_BESIDE_KEPT;
    if (!this.#isKeeping || this.#misses >= MAX_MISSES) this.#arena.dropKept();
    if (this.#arena.keptGeneration === this.#keptGeneration) return;
    this.#keptGeneration = this.#arena.keptGeneration;
    this.#misses = 0;
    this.#kept.clear();
  }

  /**
   * The address of the table of a clause, with `scale` units of fixed point per unit of score.
   * `tags` count clauses, so tables do not depend on the number of the clause.
   */
  open(
    { weight, rounded }: KernelClause,
    { largest }: ClauseShape,
    { scale, tags }: { readonly scale: number; readonly tags: AccumulatorTags },
  ): number {
    if (rounded === undefined) return this.#arena.take(TABLE_BYTES);
    const { unit, factor } = rounded;
    const rows = Math.min(ROWS, largest);
    const units = weight * SCORE_STEP * scale;
    const [tag, lastTag] = [tags.encode(0, 1), tags.encodeLastRow(0)];
    const ofFactor = this.#kept.get(factor);
    if (ofFactor !== undefined) {
      for (const kept of ofFactor) {
        const isSame =
          kept.unit === unit &&
          kept.units === units &&
          kept.largest === largest &&
          kept.tag === tag &&
          kept.lastTag === lastTag;
        if (isSame) return kept.address;
      }
    }
    const keptAddress = this.#isKeeping ? this.#arena.keep(rows * ROW_BYTES) : undefined;
    const address = keptAddress ?? this.#arena.take(TABLE_BYTES);
    if (keptAddress === undefined) this.#misses++;
    else {
      const added = { unit, units, largest, tag, lastTag, address };
      if (ofFactor === undefined) this.#kept.set(factor, [added]);
      else ofFactor.push(added);
    }
    const values = this.#getUnits(unit);
    this.#memory.set(values.getRows(Math.min(ROWS - 1, rows)), address >>> 3);
    if (rows === ROWS) {
      this.#memory.set(values.getRow(largest), (address >>> 3) + (ROWS - 1) * LENGTH_CLASSES);
    }
    this.#kernels.roundScores(address, rows, this.#lengths.length, factor, units, tag, lastTag);
    return address;
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
        values.set(this.#computeRow(row + 1), row * LENGTH_CLASSES);
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
    const row = this.#computeRow(frequency);
    this.#highRows.set(frequency, row);
    return row;
  }

  #computeRow(frequency: number): Float64Array {
    return Float64Array.from(this.#lengths, (length) => this.#unit(frequency, length));
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
  let parts = 1; // weights are multiples of 1 / parts
  for (const [i, { weight, match, rounded }] of clauses.entries()) {
    const { largest, occurrence } = shapes[i] as ClauseShape;
    const isWhole = Number.isInteger(weight * COUNT_PARTS) && weight > 0;
    if (rounded === undefined || occurrence !== 1 || !isWhole) return undefined;
    if (!Number.isInteger(weight)) parts = COUNT_PARTS;
    if (largest > 0) total += weight * match(largest, shortestLength);
  }
  const lowest = parts / SCORE_STEP;
  if (!(total * lowest <= SCORE_LIMIT)) return undefined;
  return lowest * 2 ** Math.floor(Math.log2(SCORE_LIMIT / (total * lowest || 1)));
}
