/**
 * The score of a posting of each clause, as tables for the kernels: one row per
 * frequency, one cell per length class.
 *
 * A cell is an upper bound in fixed point, so any scorer that grows with frequency
 * and shrinks with length can be searched, and accumulators are exact in any order
 * of additions. Its low half is a tag that records the frequency.
 */

import type { Clause } from "../prepared-query.ts";
import type { TermScorer } from "../scorers/match.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { LENGTH_CLASSES, ROWS, SCORE_LIMIT } from "./layout.generated.ts";
import { EXACT_CLASSES, hasExactClasses, type LengthClasses } from "./length-classes.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { SearchArena } from "./search-arena.ts";
import { type ExactUnitScores, UnitScores } from "./unit-scores.ts";

/** Unit scores in the memory of the kernels: float32 upper bounds, and exact float64. */
export const UNIT_BYTES: number = ROWS * LENGTH_CLASSES * 4;
export const EXACT_BYTES: number = (ROWS - 1) * EXACT_CLASSES * 8;

/**
 * Weights of terms have eight significant bits, so between 1/8 and 8 there are 768
 * of them. At most this many are cached: each takes up to 48 KB.
 */
const MAX_OCCURRENCES = 1024;
/**
 * A cell lies less than this many units above its upper bound: float32, rounding up,
 * and one more.
 */
const ROUNDING = 3;

/** Of a clause without a table of exact scores. */
export const NO_EXACT_SCORES: ExactUnitScores = { values: new Float64Array(), classes: 0 };

/** What the table of a clause depends on besides its functions. */
export interface ClauseShape {
  /** The largest frequency in its lists; 0 if it has none. */
  readonly largest: number;
  /** The weight of one occurrence. */
  readonly occurrence: number;
}

/** What the tables of one query share. */
export interface QueryScale {
  /** Units of fixed point per unit of score. */
  readonly scale: number;
  readonly tags: AccumulatorTags;
  /** By length class: the number of units that all tables together may lie above the scores. */
  readonly boundErrors: Float64Array;
  /** Lists cover fields, whose lengths are not above that of the document. */
  readonly hasFields?: boolean;
}

/**
 * The scale that keeps the scores of `clauses`, plus `largestPart`, inside fixed
 * point; undefined if a score is not finite.
 */
export function computeScale(
  clauses: readonly Pick<Clause, "weight" | "match">[],
  shapes: readonly ClauseShape[],
  shortestLength: number,
  largestPart: number,
): number | undefined {
  let total = largestPart;
  for (const [i, { weight, match }] of clauses.entries()) {
    const { largest, occurrence } = shapes[i] as ClauseShape;
    if (largest > 0) total += Math.abs(weight * match(largest * occurrence, shortestLength));
  }
  if (!Number.isFinite(total)) return undefined;
  return total === 0 ? 1 : SCORE_LIMIT / total;
}

/** Writes score tables into the kernels' memory. */
export class ScoreTables {
  readonly #kernels: RetrievalKernels;
  readonly #classes: LengthClasses;
  readonly #unitScoreCache = new WeakMap<TermScorer, Map<number, UnitScores>>();
  /** Unit scores in the memory of the kernels, and which rows are loaded. */
  readonly #units: Float32Array;
  readonly #address: number;
  #loaded: UnitScores | undefined;
  #loadedSign = 1;
  #loadedRows = 0;
  /** Exact unit scores in the memory of the kernels, and which are loaded. */
  readonly #exact: Float64Array;
  #loadedExact: Float64Array | undefined;
  /** True if a class determines the length. */
  readonly #isExact: boolean;

  constructor(kernels: RetrievalKernels, arena: SearchArena, classes: LengthClasses) {
    const { buffer } = arena.words;
    this.#kernels = kernels;
    this.#classes = classes;
    this.#isExact = hasExactClasses(classes);
    this.#address = arena.unitScores;
    this.#units = new Float32Array(buffer, arena.unitScores, ROWS * LENGTH_CLASSES);
    this.#exact = new Float64Array(buffer, arena.exactScores, (ROWS - 1) * EXACT_CLASSES);
  }

  /**
   * Writes the table of clause number `clauseIndex` to `address`. Adds to the bound
   * errors, by length class, the number of units that a cell may lie above the
   * scores of its postings, except in the last row.
   */
  write(
    address: number,
    { weight, match }: Pick<Clause, "weight" | "match">,
    { largest, occurrence }: ClauseShape,
    clauseIndex: number,
    { scale, tags, boundErrors, hasFields = false }: QueryScale,
  ): void {
    const unit = this.#getUnitScores(match, occurrence);
    unit.fill(largest);
    const factor = weight * scale;
    const rows = Math.min(ROWS - 1, largest);
    this.#load(unit, rows, Math.sign(weight));
    for (let row = 0; row < rows; row++) {
      this.#kernels.scaleRow(
        this.#address,
        factor,
        tags.encode(clauseIndex, row + 1),
        address,
        row,
      );
    }
    if (largest >= ROWS) {
      unit.writeLastRow(largest, Math.sign(weight), this.#units, (ROWS - 1) * LENGTH_CLASSES);
      this.#kernels.scaleRow(
        this.#address,
        factor,
        tags.encodeLastRow(clauseIndex),
        address,
        ROWS - 1,
      );
    }
    addBoundErrors(boundErrors, unit.gaps, Math.abs(factor), hasFields);
  }

  /**
   * Scores for weight 1 of a clause whose table was written, as far as length
   * classes determine them.
   */
  getExactScores(match: TermScorer, occurrence: number): ExactUnitScores {
    const exact =
      this.#unitScoreCache.get(match)?.get(occurrence)?.getExactScores() ?? NO_EXACT_SCORES;
    return exact.classes === 1 || this.#isExact ? exact : NO_EXACT_SCORES;
  }

  /** Loads exact unit scores into the memory of the kernels. */
  loadExact({ values, classes }: ExactUnitScores): void {
    // Scores that do not depend on the length are extended in place.
    if (this.#loadedExact === values && classes > 1) return;
    this.#exact.set(values);
    this.#loadedExact = values;
  }

  #getUnitScores(match: TermScorer, occurrence: number): UnitScores {
    let byOccurrence = this.#unitScoreCache.get(match);
    if (byOccurrence === undefined) {
      byOccurrence = new Map();
      this.#unitScoreCache.set(match, byOccurrence);
    }
    let unit = byOccurrence.get(occurrence);
    if (unit === undefined) {
      if (byOccurrence.size === MAX_OCCURRENCES) byOccurrence.clear();
      unit = new UnitScores(match, occurrence, this.#classes);
      byOccurrence.set(occurrence, unit);
    }
    return unit;
  }

  #load(unit: UnitScores, rows: number, sign: number): void {
    if (this.#loaded === unit && this.#loadedSign === sign && this.#loadedRows >= rows) return;
    unit.copy(rows, sign, this.#units);
    this.#loaded = unit;
    this.#loadedSign = sign;
    this.#loadedRows = rows;
  }
}

/** With `hasFields`, a gap of a class counts for all classes of longer documents too. */
function addBoundErrors(
  errors: Float64Array,
  gaps: Float64Array,
  factor: number,
  hasFields: boolean,
): void {
  if (!hasFields) {
    for (let i = 0; i < LENGTH_CLASSES; i++) {
      errors[i] = (errors[i] as number) + factor * (gaps[i] as number) + ROUNDING;
    }
    return;
  }
  let gap = 0;
  for (let i = 0; i < LENGTH_CLASSES; i++) {
    gap = Math.max(gap, gaps[i] as number);
    errors[i] = (errors[i] as number) + factor * gap + ROUNDING;
  }
}
