/**
 * Exact top-k search by the retrieval kernels: block-max MaxScore over windows
 * of documents.
 *
 * The kernels leave the documents that can be among the best by upper bounds;
 * their scores are then computed as every other traversal computes them, by
 * the clauses' own functions, added in the clauses' order. So results equal
 * `documentAtATime`'s to the last bit, ties included. When time runs out, every
 * score already given is still exact.
 */

import { badArgument } from "../../common/errors.ts";
import { BLOCK_SIZE } from "../../index/codes/bit-packing.ts";
import type { IndexSnapshot } from "../../index/snapshots/index-snapshot.ts";
import type { IndexView } from "../../index/snapshots/index-view.ts";
import type { TermWeights } from "../../index/weights/term-weights.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { checkedOptions, type Hits, type TraversalOptions } from "../traversal/hits.ts";
import { writeAllowed } from "./allowed-documents.ts";
import { CandidateScores } from "./candidate-scores.ts";
import { exactHits } from "./exact-hits.ts";
import { FrequencyMarks } from "./frequency-marks.ts";
import { LengthParts } from "./length-parts.ts";
import { ListOpener, type SegmentLists } from "./open-lists.ts";
import { type RetrievalKernels, retrievalKernels, SEARCH, TERM } from "./retrieval-kernels.ts";
import { type ClauseShape, ScoreTables, scaleOf, TABLE_BYTES } from "./score-tables.ts";
import { BARS, MOST_CLAUSES, SearchRoom } from "./search-room.ts";
import { searchableView } from "./searchable-view.ts";
import type { SharedIndex, SharedSegment } from "./shared-index.ts";
import { TieOrder } from "./tie-order.ts";
import { CELLS } from "./unit-scores.ts";

/** Below anything that a document can be worth. As in kernels/retrieval/search.ts. */
const FLOOR_BELOW_ALL = -(2 ** 30);
/** Postings between two looks at the clock, about a tenth of a millisecond. */
const POSTINGS_PER_LOOK = 1 << 16;

/** Searches one index on one thread. */
export class BlockMaxSearch {
  readonly #index: SharedIndex;
  readonly #snapshot: IndexSnapshot;
  readonly #weights: TermWeights | undefined;
  readonly #kernels: RetrievalKernels;
  readonly #room: SearchRoom;
  readonly #words: Int32Array;
  readonly #tables: ScoreTables;
  readonly #scores: CandidateScores;
  readonly #parts: LengthParts;
  readonly #openers: readonly ListOpener[];
  readonly #ties: TieOrder;
  readonly #slack = new Float64Array(CELLS);
  /** A bit for each document that a filter lets through. */
  readonly #allowed: Uint32Array;

  /** `index` shares the posting lists of `view`. */
  constructor(index: SharedIndex, view: IndexView) {
    const searchable = searchableView(view);
    if (searchable === undefined) throw badArgument("only an index on storage can be searched");
    const { snapshot, weighted } = searchable;
    const { memory, documentLimit, idPlaces, segments, lengthClasses } = index;
    const room = new SearchRoom(index);
    const kernels = retrievalKernels(memory);
    this.#index = index;
    this.#snapshot = snapshot;
    this.#weights = weighted?.weights;
    this.#room = room;
    this.#kernels = kernels;
    this.#words = room.words;
    this.#tables = new ScoreTables(kernels, memory, room.units, room.worths, lengthClasses);
    this.#scores = new CandidateScores(index, view, room, kernels, this.#tables);
    this.#parts = new LengthParts(lengthClasses);
    this.#openers = segments.map((segment) => new ListOpener(segment, kernels, room));
    this.#allowed = new Uint32Array(memory.buffer, room.allowed, Math.ceil(documentLimit / 32));
    this.#ties = new TieOrder(snapshot, new Uint32Array(memory.buffer, idPlaces, documentLimit));
  }

  /** Postings that the last search looked at. */
  get touchedPostings(): number {
    return this.#field(SEARCH.touchedPostings);
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
    this.#room.reset();
    const lists = this.#openLists(clauses);
    if (lists === undefined) return undefined;
    const marks = new FrequencyMarks(clauses.length);
    const occurrences = clauses.map(({ label }) => this.#weights?.of(label) ?? 1);
    const tables = this.#writeTables(prepared, lists, marks, occurrences);
    if (tables === undefined) return undefined;
    this.#start(top, minMatch, filter !== undefined, marks, clauses);
    for (const [i, segment] of this.#index.segments.entries()) {
      this.#enter(segment, clauses, lists[i] as SegmentLists, tables);
      while (this.#kernels.run(this.#room.search, POSTINGS_PER_LOOK) === 0) {
        if (limit.count(POSTINGS_PER_LOOK)) break;
      }
      if (limit.isOver) break;
    }
    this.#kernels.dropCandidates(this.#room.search);
    const count = this.#field(SEARCH.candidateCount);
    this.#scores.score(prepared, { marks, lists, occurrences, count });
    return this.#order(top, limit.isOver);
  }

  /** Undefined where the lists are too long for the room. */
  #openLists(clauses: readonly Clause[]): SegmentLists[] | undefined {
    const { parts } = this.#snapshot;
    const lists = parts.map((): SegmentLists => clauses.map(() => undefined));
    let blocks = 0;
    for (const [i, { label }] of clauses.entries()) {
      for (const { part, entry } of this.#snapshot.lists(label)) {
        blocks += Math.floor(entry.documentFrequency / BLOCK_SIZE);
        if (blocks > this.#room.mostBlocks) return undefined;
        const segment = parts.indexOf(part);
        const opener = this.#openers[segment] as ListOpener;
        (lists[segment] as SegmentLists)[i] = opener.open(entry);
      }
    }
    return lists;
  }

  /** The addresses of the clauses' score tables; undefined if a worth is not finite. */
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
    // One unit sets sums that float64 cannot tell apart off from the rest.
    const slack = this.#slack.fill(1);
    const query = { scale, marks, slack };
    const tables = clauses.map((clause, place) => {
      const table = this.#room.take(TABLE_BYTES);
      this.#tables.write(table, clause, shapes[place] as ClauseShape, place, query);
      return table;
    });
    const search = this.#room.search >>> 2;
    const parts = this.#room.parts >>> 2;
    this.#words[search + SEARCH.largestPart] = this.#parts.write(
      this.#words.subarray(parts, parts + CELLS),
      scorer,
      scale,
      slack,
    );
    const at = this.#room.slack >>> 2;
    for (let i = 0; i < CELLS; i++) this.#words[at + i] = Math.ceil(slack[i] as number);
    return tables;
  }

  /** Sets up what is the same for all segments. */
  #start(
    top: number,
    minMatch: number,
    isFiltered: boolean,
    marks: FrequencyMarks,
    clauses: readonly Clause[],
  ): void {
    const room = this.#room;
    const words = this.#words;
    const at = room.search >>> 2;
    words[at + SEARCH.terms] = room.terms;
    words[at + SEARCH.sums] = room.sums;
    words[at + SEARCH.allowed] = isFiltered ? room.allowed : 0;
    words[at + SEARCH.minMatch] = Math.min(minMatch, MOST_CLAUSES + 1);
    words[at + SEARCH.markBits] = marks.bits;
    words[at + SEARCH.parts] = room.parts;
    words[at + SEARCH.floor] = FLOOR_BELOW_ALL;
    words[at + SEARCH.sumsOfDocuments] = room.sumsOfDocuments;
    words[at + SEARCH.kept] = room.kept;
    words[at + SEARCH.marks] = room.marks;
    words[at + SEARCH.survivors] = room.survivors;
    words[at + SEARCH.survivorSums] = room.survivorSums;
    words[at + SEARCH.top] = Math.min(top, this.#index.documentLimit);
    words[at + SEARCH.candidates] = room.candidates;
    words[at + SEARCH.candidateSums] = room.candidateSums;
    words[at + SEARCH.candidateClasses] = room.candidateClasses;
    words[at + SEARCH.candidateCount] = 0;
    words[at + SEARCH.bars] = room.bars;
    words[at + SEARCH.lowestBar] = BARS - 1;
    words[at + SEARCH.inBars] = 0;
    words[at + SEARCH.scores] = room.scores;
    words[at + SEARCH.keys] = room.keys;
    words[at + SEARCH.ordered] = room.ordered;
    words[at + SEARCH.orderedScores] = room.candidateSums; // not needed any more by then
    words[at + SEARCH.steps] = room.steps;
    words[at + SEARCH.slack] = room.slack;
    words[at + SEARCH.doubtful] = marks.lastRow;
    words[at + SEARCH.touchedPostings] = 0;
    words[at + SEARCH.hasNegative] = clauses.some(({ weight }) => weight < 0) ? 1 : 0;
  }

  /** Sets the search to the beginning of a segment. */
  #enter(
    segment: SharedSegment,
    clauses: readonly Clause[],
    lists: SegmentLists,
    tables: readonly number[],
  ): void {
    const words = this.#words;
    let count = 0;
    for (const [i, list] of lists.entries()) {
      if (list === undefined) continue;
      const { address, entry } = list;
      words[(this.#room.terms >>> 2) + count++] = address;
      words[(address >>> 2) + TERM.table] = tables[i] as number;
      this.#kernels.boundBlocks(
        address,
        segment.impactStarts + 4 * entry.firstBlock,
        // Impacts say what a posting is worth at most only where matches are worth something.
        (clauses[i] as Clause).weight < 0 ? 0 : segment.impacts,
        this.#index.classOfLength,
        segment.classes,
      );
    }
    const at = this.#room.search >>> 2;
    words[at + SEARCH.termCount] = count;
    words[at + SEARCH.essential] = 0;
    words[at + SEARCH.documentLimit] = count === 0 ? 0 : segment.documentLimit;
    words[at + SEARCH.firstDocument] = segment.firstDocument;
    words[at + SEARCH.classes] = segment.classes;
    words[at + SEARCH.deleted] = segment.deleted;
    words[at + SEARCH.from] = 0;
  }

  /** The best candidates in order. */
  #order(top: number, isPartial: boolean): Hits {
    const { search, ordered, candidateSums } = this.#room;
    const { memory, idPlaces, documentLimit } = this.#index;
    const { buffer } = memory;
    const count = this.#field(SEARCH.candidateCount);
    this.#kernels.orderCandidates(search, idPlaces, documentLimit);
    return exactHits(
      new Uint32Array(buffer, ordered, count),
      new Float64Array(buffer, candidateSums, count),
      this.#ties,
      top,
      isPartial,
    );
  }

  #field(field: number): number {
    return this.#words[(this.#room.search >>> 2) + field] as number;
  }
}

/** Whether upper bounds are known for all of a query. */
function isBounded({ clauses, documentPart }: PreparedQuery): boolean {
  if (clauses.length > MOST_CLAUSES) return false;
  if (documentPart !== undefined && documentPart.isOfLength !== true) return false;
  return clauses.every(({ isTerm, isMonotone }) => isTerm && isMonotone === true);
}
