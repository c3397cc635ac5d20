/**
 * The upper bounds of one query for the kernels: a score table per clause, and per length class
 * the bound error and the score of the length. Exact where all scores are rounded and the length
 * classes determine them; the bound errors are then zero.
 */

import { defined } from "../../common/defined.ts";
import type { DocumentBoost } from "../boost-score.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { BoostTables, computeLargestPart } from "./boost-bounds.ts";
import type { KernelClause, KernelQuery } from "./kernel-query.ts";
import { LENGTH_CLASSES, type SearchState, TABLE_BYTES } from "./layout.generated.ts";
import { LengthParts } from "./length-parts.ts";
import type { SegmentLists } from "./list-opener.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { RoundedTables } from "./rounded-tables.ts";
import { type ClauseShape, computeScale, type ScoreTables } from "./score-tables.ts";
import type { SearchArena } from "./search-arena.ts";
import type { SharedIndex } from "./shared-index.ts";
import type { ClauseTables } from "./write-words.ts";

/** Writes the bounds of query after query into the memory of one search. */
export class QueryBounds {
  readonly #index: SharedIndex;
  readonly #arena: SearchArena;
  readonly #kernels: RetrievalKernels;
  readonly #search: SearchState;
  readonly #tables: ScoreTables;
  readonly #isWeighted: boolean;
  /** For rounded scores, opened by the first query that has them; null if the index cannot use them. */
  #rounded: RoundedTables | null | undefined;
  readonly #parts: LengthParts;
  readonly #boosts: BoostTables;
  readonly #boundErrors = new Float64Array(LENGTH_CLASSES);
  /** Bound errors in the memory of the kernels, and the scores of lengths. */
  readonly #integerErrors: Int32Array;
  readonly #lengthParts: Int32Array;
  /** Whether both are zero, as for the last query with rounded scores. */
  #areErrorsZero = false;

  constructor(
    index: SharedIndex,
    arena: SearchArena,
    kernels: RetrievalKernels,
    tables: ScoreTables,
    isWeighted: boolean,
  ) {
    const { memory, documentLimit, lengthClasses } = index;
    const { boundErrors, lengthParts } = arena.search;
    this.#index = index;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#search = arena.search;
    this.#tables = tables;
    this.#isWeighted = isWeighted;
    this.#parts = new LengthParts(lengthClasses);
    this.#boosts = new BoostTables(memory.buffer, arena.search, documentLimit);
    this.#integerErrors = new Int32Array(memory.buffer, boundErrors, LENGTH_CLASSES);
    this.#lengthParts = new Int32Array(memory.buffer, lengthParts, LENGTH_CLASSES);
  }

  /** Undefined unless all scores are rounded and the length classes of the index determine them. */
  openRounded(clauses: readonly KernelClause[]): RoundedTables | undefined {
    const openTables = clauses[0]?.rounded?.openTables;
    if (openTables === undefined || !clauses.every((each) => each.rounded)) return undefined;
    if (this.#rounded === undefined) {
      const { memory, lengthClasses } = this.#index;
      this.#rounded = this.#isWeighted
        ? null
        : (openTables(memory.buffer, this.#kernels, lengthClasses, this.#arena) ?? null);
    }
    return this.#rounded ?? undefined;
  }

  /**
   * Writes the upper bounds of the clauses' scores and their bound errors. Undefined
   * if a score is not finite.
   */
  write(
    { clauses, hasFields, words = [] }: KernelQuery,
    documentPart: PreparedQuery["documentPart"],
    lists: readonly SegmentLists[],
    {
      tags,
      occurrences,
      rounded,
      boost,
    }: {
      readonly tags: AccumulatorTags;
      readonly occurrences: readonly number[];
      readonly rounded: RoundedTables | undefined;
      readonly boost: DocumentBoost | undefined;
    },
  ): ClauseTables | undefined {
    const shapes = occurrences.map((occurrence, i) => ({
      occurrence,
      largest: lists.reduce(
        (max, segmentLists) => Math.max(max, segmentLists[i]?.largestFrequency ?? 0),
        0,
      ),
    }));
    const scorer = documentPart?.open();
    const shortest = this.#index.lengthClasses.shortest[0] as number;
    const exactScale =
      scorer === undefined && !hasFields
        ? rounded?.computeScale(clauses, shapes, shortest)
        : undefined;
    const largestPart =
      this.#parts.largest(scorer) + (boost === undefined ? 0 : computeLargestPart(boost));
    const scale = exactScale ?? computeScale(clauses, shapes, shortest, largestPart);
    if (scale === undefined) return undefined;
    const isExact = exactScale !== undefined;
    // One unit separates scores that differ by less than float64 can represent; scores
    // of words are rounded up.
    const boundErrors = isExact ? this.#boundErrors : this.#boundErrors.fill(1 + words.length);
    const query = { scale, tags, boundErrors, hasFields };
    rounded?.beginQuery(clauses.length);
    const addresses = clauses.map((clause, clauseIndex) => {
      const shape = shapes[clauseIndex] as ClauseShape;
      if (exactScale !== undefined && rounded !== undefined) {
        return rounded.open(clause, shape, query);
      }
      const table = this.#arena.take(TABLE_BYTES);
      this.#tables.write(table, clause, shape, clauseIndex, query);
      return table;
    });
    if (isExact) this.#clearBoundErrors();
    else {
      this.#areErrorsZero = false;
      this.#search.largestLengthPart =
        this.#parts.write(this.#lengthParts, scorer, scale, boundErrors) +
        this.#boosts.write(boost, scale);
      for (let i = 0; i < LENGTH_CLASSES; i++) {
        this.#integerErrors[i] = Math.ceil(boundErrors[i] as number);
      }
    }
    const largest = shapes.map((shape) => shape.largest);
    return { addresses, largest, scale, ...defined({ exactScale }) };
  }

  /** Sets the bound errors and length parts of a query whose accumulators are its scores. */
  #clearBoundErrors(): void {
    this.#search.largestLengthPart = this.#boosts.write(undefined, 1);
    if (this.#areErrorsZero) return;
    this.#integerErrors.fill(0);
    this.#lengthParts.fill(0);
    this.#areErrorsZero = true;
  }
}
