/**
 * Exact top-k search by the retrieval kernels: block-max MaxScore over windows
 * of documents (Turtle and Flood 1995; Ding and Suel 2011). This is what goes
 * on around kernels/retrieval/maxscore.ts, which searches a segment.
 *
 * 1. The posting lists of the clauses are opened, and their scores become tables
 *    of upper bounds. Each segment's blocks are bounded by its impacts.
 * 2. The kernels search segment after segment. The threshold rises from one to
 *    the next. What is left are the candidates: every document whose upper bound
 *    reaches the threshold, so every document of the exact result.
 * 3. The candidates are scored as every other traversal scores them, by the
 *    clauses' own functions, added in the clauses' order, and then ordered. So
 *    results equal `documentAtATime`'s to the last bit, ties included.
 *
 * When time runs out, every score already given is still exact.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexSnapshot, IndexView } from "../../index/snapshots/index.ts";
import type { TermWeights } from "../../index/weights/index.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { checkedOptions, type Hits, type TraversalOptions } from "../traversal/hits.ts";
import { writeAllowed } from "./allowed-documents.ts";
import { CandidateScores } from "./candidate-scores.ts";
import { exactHits } from "./exact-hits.ts";
import { FrequencyMarks } from "./frequency-marks.ts";
import {
  BLOCK_SIZE,
  HISTOGRAM_BUCKETS,
  LENGTH_CLASSES,
  NO_THRESHOLD,
  type SearchState,
  TABLE_BYTES,
} from "./layout.generated.ts";
import { LengthParts } from "./length-parts.ts";
import { ListOpener, type SegmentLists } from "./open-lists.ts";
import { type RetrievalKernels, retrievalKernels } from "./retrieval-kernels.ts";
import { type ClauseShape, ScoreTables, scaleOf } from "./score-tables.ts";
import { MOST_CLAUSES, SearchArena } from "./search-arena.ts";
import { searchableView } from "./searchable-view.ts";
import { heapOf, type SharedIndex, type SharedSegment } from "./shared-index.ts";
import { TieOrder } from "./tie-order.ts";

/** Touched postings between two looks at the clock: some tenths of a millisecond. */
const POSTINGS_PER_LOOK = 1 << 16;

/** Searches one index on one thread. */
export class BlockMaxSearch {
  readonly #index: SharedIndex;
  readonly #snapshot: IndexSnapshot;
  readonly #weights: TermWeights | undefined;
  readonly #kernels: RetrievalKernels;
  readonly #arena: SearchArena;
  readonly #search: SearchState;
  readonly #tables: ScoreTables;
  readonly #scores: CandidateScores;
  readonly #parts: LengthParts;
  readonly #openers: readonly ListOpener[];
  readonly #ties: TieOrder;
  readonly #boundErrors = new Float64Array(LENGTH_CLASSES);
  /** Where the kernels read them, and what documents score for their lengths. */
  readonly #wholeErrors: Int32Array;
  readonly #lengthParts: Int32Array;
  /** A bit for each document that a filter lets through. */
  readonly #allowed: Uint32Array;

  /** `index` shares the posting lists of `view`. */
  constructor(index: SharedIndex, view: IndexView) {
    const searchable = searchableView(view);
    if (searchable === undefined) throw badArgument("only an index on storage can be searched");
    const { snapshot, weighted } = searchable;
    const { memory, documentLimit, idPlaces, segments, lengthClasses } = index;
    const lease = heapOf(index).lease();
    const arena = new SearchArena(index, lease);
    snapshot.atClose(() => lease.end());
    lease.endWith(this);
    const kernels = retrievalKernels(memory);
    this.#index = index;
    this.#snapshot = snapshot;
    this.#weights = weighted?.weights;
    this.#arena = arena;
    this.#search = arena.search;
    this.#kernels = kernels;
    this.#tables = new ScoreTables(kernels, arena, lengthClasses);
    this.#scores = new CandidateScores(index, searchable, arena, kernels, this.#tables);
    this.#parts = new LengthParts(lengthClasses);
    this.#openers = segments.map((segment) => new ListOpener(segment, kernels, arena));
    const { boundErrors, lengthParts } = arena.search;
    this.#wholeErrors = new Int32Array(memory.buffer, boundErrors, LENGTH_CLASSES);
    this.#lengthParts = new Int32Array(memory.buffer, lengthParts, LENGTH_CLASSES);
    this.#allowed = new Uint32Array(memory.buffer, arena.allowed, Math.ceil(documentLimit / 32));
    this.#ties = new TieOrder(snapshot, new Uint32Array(memory.buffer, idPlaces, documentLimit));
  }

  /** Postings that the last search touched. */
  get touchedPostings(): number {
    return this.#search.touchedPostings;
  }

  /**
   * The best documents; undefined for a query that the kernels cannot bound:
   * one with windows of terms, very many or very long lists, clauses that are
   * not monotone or not finite, or a filter whose members are not known.
   */
  search(prepared: PreparedQuery, options: TraversalOptions = {}): Hits | undefined {
    const { top, minMatch, filter, limit } = checkedOptions(options);
    if (!Number.isInteger(top) || top < 1) {
      throw badArgument(`the number of results must be a whole number ≥ 1, got ${top}`);
    }
    if (!isBounded(prepared)) return undefined;
    if (filter !== undefined && !writeAllowed(filter, this.#allowed)) return undefined;
    const { clauses } = prepared;
    this.#arena.reset();
    const lists = this.#openLists(clauses);
    if (lists === undefined) return undefined;
    const marks = new FrequencyMarks(clauses.length);
    const occurrences = clauses.map(({ label }) => this.#weights?.of(label) ?? 1);
    const tables = this.#writeTables(prepared, lists, marks, occurrences);
    if (tables === undefined) return undefined;

    const search = this.#search;
    this.#begin(top, minMatch, marks, clauses);
    search.allowed = filter === undefined ? 0 : this.#arena.allowed;
    for (const [i, segment] of this.#index.segments.entries()) {
      this.#enterSegment(segment, clauses, lists[i] as SegmentLists, tables);
      while (this.#kernels.run(search.address, POSTINGS_PER_LOOK) === 0) {
        if (limit.count(POSTINGS_PER_LOOK)) break;
      }
      if (limit.isOver) break;
    }
    this.#kernels.dropCandidates(search.address);

    this.#scores.score(prepared, { marks, lists, occurrences, count: search.candidateCount });
    return this.#order(top, limit.isOver);
  }

  /** Undefined where the lists are too long for the arena. */
  #openLists(clauses: readonly Clause[]): SegmentLists[] | undefined {
    const { parts } = this.#snapshot;
    const lists = parts.map((): SegmentLists => clauses.map(() => undefined));
    let blocks = 0;
    for (const [i, { label }] of clauses.entries()) {
      for (const { part, entry } of this.#snapshot.lists(label)) {
        blocks += Math.floor(entry.documentFrequency / BLOCK_SIZE);
        if (blocks > this.#arena.mostBlocks) return undefined;
        const segment = parts.indexOf(part);
        const opener = this.#openers[segment] as ListOpener;
        (lists[segment] as SegmentLists)[i] = opener.open(entry);
      }
    }
    return lists;
  }

  /**
   * Writes the upper bounds of the clauses' scores, and how far they may be off.
   * Returns the addresses of the tables; undefined if a score is not finite.
   */
  #writeTables(
    { clauses, documentPart }: PreparedQuery,
    lists: readonly SegmentLists[],
    marks: FrequencyMarks,
    occurrences: readonly number[],
  ): number[] | undefined {
    const shapes = occurrences.map((occurrence, i) => ({
      occurrence,
      largest: lists.reduce(
        (most, ofSegment) => Math.max(most, ofSegment[i]?.largestFrequency ?? 0),
        0,
      ),
    }));
    const scorer = documentPart?.open();
    const shortest = this.#index.lengthClasses.shortest[0] as number;
    const scale = scaleOf(clauses, shapes, shortest, this.#parts.largest(scorer));
    if (scale === undefined) return undefined;
    // One unit sets scores that float64 cannot tell apart off from the rest.
    const boundErrors = this.#boundErrors.fill(1);
    const query = { scale, marks, boundErrors };
    const tables = clauses.map((clause, place) => {
      const table = this.#arena.take(TABLE_BYTES);
      this.#tables.write(table, clause, shapes[place] as ClauseShape, place, query);
      return table;
    });
    const largest = this.#parts.write(this.#lengthParts, scorer, scale, boundErrors);
    this.#search.largestLengthPart = largest;
    for (let i = 0; i < LENGTH_CLASSES; i++) {
      this.#wholeErrors[i] = Math.ceil(boundErrors[i] as number);
    }
    return tables;
  }

  /** Sets up what is the same for all segments. */
  #begin(top: number, minMatch: number, marks: FrequencyMarks, clauses: readonly Clause[]): void {
    const search = this.#search;
    search.minMatch = Math.min(minMatch, MOST_CLAUSES + 1);
    search.markBits = marks.bits;
    search.lastRowMark = marks.lastRow;
    search.hasNegative = clauses.some(({ weight }) => weight < 0) ? 1 : 0;
    search.top = Math.min(top, this.#index.documentLimit);
    search.threshold = NO_THRESHOLD;
    search.candidateCount = 0;
    search.lowestBucket = HISTOGRAM_BUCKETS - 1;
    search.histogramCount = 0;
    search.touchedPostings = 0;
  }

  /** Bounds the blocks of a segment's lists, and sets the search to its first window. */
  #enterSegment(
    segment: SharedSegment,
    clauses: readonly Clause[],
    lists: SegmentLists,
    tables: readonly number[],
  ): void {
    const search = this.#search;
    const { words } = this.#arena;
    let count = 0;
    for (const [i, list] of lists.entries()) {
      if (list === undefined) continue;
      const { state, entry } = list;
      words[(search.lists >>> 2) + count++] = state.address;
      state.table = tables[i] as number;
      this.#kernels.boundBlocks(
        state.address,
        segment.impactStarts + 4 * entry.firstBlock,
        // Impacts bound the scores of a block only where scores are not below 0.
        (clauses[i] as Clause).weight < 0 ? 0 : segment.impacts,
        this.#index.classOfLength,
        segment.classes,
      );
    }
    search.listCount = count;
    search.firstEssential = 0;
    search.documentLimit = count === 0 ? 0 : segment.documentLimit;
    search.firstDocument = segment.firstDocument;
    search.lengthClasses = segment.classes;
    search.deleted = segment.deleted;
    search.windowStart = 0;
  }

  /** The best candidates in order. */
  #order(top: number, isPartial: boolean): Hits {
    const { address, ordered, orderedScores, candidateCount } = this.#search;
    const { memory, idPlaces, documentLimit } = this.#index;
    this.#kernels.orderCandidates(address, idPlaces, documentLimit);
    return exactHits(
      new Uint32Array(memory.buffer, ordered, candidateCount),
      new Float64Array(memory.buffer, orderedScores, candidateCount),
      this.#ties,
      top,
      isPartial,
    );
  }
}

/** Whether upper bounds are known for all of a query. */
function isBounded({ clauses, documentPart }: PreparedQuery): boolean {
  if (clauses.length > MOST_CLAUSES) return false;
  if (documentPart !== undefined && documentPart.isOfLength !== true) return false;
  return clauses.every(({ isTerm, isMonotone }) => isTerm && isMonotone === true);
}
