/**
 * The score of a posting of each clause, as tables for the kernels: one row per
 * frequency, one cell per class of length.
 *
 * A cell is an upper bound in fixed point, so any scorer that grows with
 * frequency and shrinks with length can be searched, and accumulators are exact
 * in any order of additions. Its low half is a mark that tells the frequency back.
 */

import type { Clause } from "../prepared-query.ts";
import type { TermScorer } from "../scorers/match.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { LENGTH_CLASSES, ROWS, SCORE_LIMIT } from "./layout.generated.ts";
import { EXACT_CLASSES, hasExactClasses, type LengthClasses } from "./length-classes.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { SearchArena } from "./search-arena.ts";
import { type ExactUnitScores, UnitScores } from "./unit-scores.ts";

/** Where the kernels read unit scores: float32 upper bounds, and exact float64. */
export const UNIT_BYTES: number = ROWS * LENGTH_CLASSES * 4;
export const EXACT_BYTES: number = (ROWS - 1) * EXACT_CLASSES * 8;

/**
 * Weights of terms have eight significant bits, so between 1/8 and 8 there are 768 of them. More are
 * not remembered at once: each takes up to 48 KB.
 */
const MAX_OCCURRENCES = 1024;
/** A cell lies less than this many units above its upper bound: float32, rounding up, and one more. */
const ROUNDING = 3;

const NO_EXACT_SCORES: ExactUnitScores = { values: new Float64Array(), classes: 0 };

/** What the table of a clause depends on beside its functions. */
export interface ClauseShape {
  /** The largest frequency in its lists; 0 if it has none. */
  readonly largest: number;
  /** What one occurrence counts. */
  readonly occurrence: number;
}

/** What the tables of one query share. */
export interface QueryScale {
  /** Units of fixed point per unit of score. */
  readonly scale: number;
  readonly marks: AccumulatorTags;
  /** By class of length: how many units the tables may lie above the scores, all together. */
  readonly boundErrors: Float64Array;
  /** Lists are of fields, with lengths of their own that are not above that of the document. */
  readonly hasFields?: boolean;
}

/**
 * The scale that keeps the scores of `clauses`, and `largestPart` beside them,
 * inside fixed point; undefined if a score is not finite.
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
  /** Where the kernels read unit scores, and whose first rows are there. */
  readonly #units: Float32Array;
  readonly #address: number;
  #loaded: UnitScores | undefined;
  #loadedSign = 1;
  #loadedRows = 0;
  /** Where the kernels read exact unit scores, and which are there. */
  readonly #exact: Float64Array;
  #loadedExact: Float64Array | undefined;
  /** Whether a class tells the length. */
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
   * Writes the table of clause number `place` to `address`. Adds to the bound
   * errors, by class of length, how many units a cell may lie above the scores
   * of its postings, the last row apart.
   */
  write(
    address: number,
    { weight, match }: Pick<Clause, "weight" | "match">,
    { largest, occurrence }: ClauseShape,
    clauseIndex: number,
    { scale, marks, boundErrors, hasFields = false }: QueryScale,
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
        marks.encode(clauseIndex, row + 1),
        address,
        row,
      );
    }
    if (largest >= ROWS) {
      unit.writeLastRow(largest, Math.sign(weight), this.#units, (ROWS - 1) * LENGTH_CLASSES);
      this.#kernels.scaleRow(
        this.#address,
        factor,
        marks.encodeLastRow(clauseIndex),
        address,
        ROWS - 1,
      );
    }
    addBoundErrors(boundErrors, unit.gaps, Math.abs(factor), hasFields);
  }

  /** Scores for weight 1 of a clause whose table was written, as far as classes of length tell them. */
  getExactScores(match: TermScorer, occurrence: number): ExactUnitScores {
    const exact =
      this.#unitScoreCache.get(match)?.get(occurrence)?.getExactScores() ?? NO_EXACT_SCORES;
    return exact.classes === 1 || this.#isExact ? exact : NO_EXACT_SCORES;
  }

  /** Puts exact unit scores where the kernels read them. */
  loadExact({ values, classes }: ExactUnitScores): void {
    // Those that do not depend on the length are added to in place.
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
