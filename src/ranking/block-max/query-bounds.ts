/**
 * The upper bounds of one query for the kernels: a score table per clause, and per length class
 * the bound error and the score of the length.
 */

import type { DocumentBoost } from "../boost-score.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import type { AccumulatorTags } from "./accumulator-tags.ts";
import { BoostTables, computeLargestPart } from "./boost-bounds.ts";
import type { KernelQuery } from "./kernel-query.ts";
import { LENGTH_CLASSES, type SearchState, TABLE_BYTES } from "./layout.generated.ts";
import { LengthParts } from "./length-parts.ts";
import type { SegmentLists } from "./list-opener.ts";
import { type ClauseShape, computeScale, type ScoreTables } from "./score-tables.ts";
import type { SearchArena } from "./search-arena.ts";
import type { SharedIndex } from "./shared-index.ts";
import type { ClauseTables } from "./write-words.ts";

/** Writes the bounds of query after query into the memory of one search. */
export class QueryBounds {
  readonly #index: SharedIndex;
  readonly #arena: SearchArena;
  readonly #search: SearchState;
  readonly #tables: ScoreTables;
  readonly #parts: LengthParts;
  readonly #boosts: BoostTables;
  readonly #boundErrors = new Float64Array(LENGTH_CLASSES);
  /** Bound errors in the memory of the kernels, and the scores of lengths. */
  readonly #integerErrors: Int32Array;
  readonly #lengthParts: Int32Array;
  /** Whether both are zero, as for a query with rounded scores. */
  #areErrorsZero = false;

  constructor(index: SharedIndex, arena: SearchArena, tables: ScoreTables) {
    const { memory, documentLimit, lengthClasses } = index;
    const { boundErrors, lengthParts } = arena.search;
    this.#index = index;
    this.#arena = arena;
    this.#search = arena.search;
    this.#tables = tables;
    this.#parts = new LengthParts(lengthClasses);
    this.#boosts = new BoostTables(memory.buffer, arena.search, documentLimit);
    this.#integerErrors = new Int32Array(memory.buffer, boundErrors, LENGTH_CLASSES);
    this.#lengthParts = new Int32Array(memory.buffer, lengthParts, LENGTH_CLASSES);
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
      boost,
    }: {
      readonly tags: AccumulatorTags;
      readonly occurrences: readonly number[];
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
    const largestPart =
      this.#parts.largest(scorer) + (boost === undefined ? 0 : computeLargestPart(boost));
    const scale = computeScale(clauses, shapes, shortest, largestPart);
    if (scale === undefined) return undefined;
    // One unit separates scores that differ by less than float64 can represent; scores
    // of words are rounded up.
    const boundErrors = this.#boundErrors.fill(1 + words.length);
    const query = { scale, tags, boundErrors, hasFields };
    const addresses = clauses.map((clause, clauseIndex) => {
      const table = this.#arena.take(TABLE_BYTES);
      this.#tables.write(table, clause, shapes[clauseIndex] as ClauseShape, clauseIndex, query);
      return table;
    });
    this.#areErrorsZero = false;
    this.#search.largestLengthPart =
      this.#parts.write(this.#lengthParts, scorer, scale, boundErrors) +
      this.#boosts.write(boost, scale);
    for (let i = 0; i < LENGTH_CLASSES; i++) {
      this.#integerErrors[i] = Math.ceil(boundErrors[i] as number);
    }
    const largest = shapes.map((shape) => shape.largest);
    return { addresses, largest, scale };
  }

  /** Sets the bound errors and length parts of a query whose accumulators are its scores. */
  clear(): void {
    this.#search.largestLengthPart = this.#boosts.write(undefined, 1);
    if (this.#areErrorsZero) return;
    this.#integerErrors.fill(0);
    this.#lengthParts.fill(0);
    this.#areErrorsZero = true;
  }
}
