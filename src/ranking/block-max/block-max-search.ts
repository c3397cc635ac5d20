/**
 * Exact top-k search by the retrieval kernels: block-max MaxScore over windows of
 * documents (Turtle and Flood 1995; Ding and Suel 2011). This class drives
 * kernels/retrieval/maxscore.ts, which searches a segment.
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
 * When time runs out, every score that is returned is still exact.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexSnapshot, IndexView } from "../../index/snapshots/index.ts";
import type { TermWeights } from "../../index/weights/index.ts";
import { boostScore, type DocumentBoost } from "../boost-score.ts";
import type { CountedDocumentSet } from "../document-set.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, type Hits, type TraversalOptions } from "../traversal/hits.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { AccumulatorTags, ROUNDED_TAGS } from "./accumulator-tags.ts";
import { AllowedDocuments } from "./allowed-documents.ts";
import { canBound } from "./boost-bounds.ts";
import { CandidateScores } from "./candidate-scores.ts";
import { findNthLargest, selectExactHits } from "./exact-hits.ts";
import { type KernelClause, type KernelQuery, toKernelQuery } from "./kernel-query.ts";
import { HISTOGRAM_BUCKETS, NO_THRESHOLD, type SearchState } from "./layout.generated.ts";
import { loadFieldClasses } from "./length-classes.ts";
import { rewind, type SegmentLists } from "./list-opener.ts";
import { QueryBounds } from "./query-bounds.ts";
import { QueryLists } from "./query-lists.ts";
import { createRetrievalKernels, type RetrievalKernels } from "./retrieval-kernels.ts";
import type { RoundedLists } from "./rounded-lists.ts";
import { ScoreTables } from "./score-tables.ts";
import { MAX_CLAUSES, SearchArena } from "./search-arena.ts";
import { toSearchableView } from "./searchable-view.ts";
import { openHeap, type SharedIndex, type SharedSegment } from "./shared-index.ts";
import { writeWords } from "./write-words.ts";

/** Postings between two reads of the clock: some tenths of a millisecond. */
const POSTINGS_PER_CHECK = 1 << 16;
/** Where bounds are above the scores: number of candidates per hit to look for at first. */
const CANDIDATES_PER_HIT = 8;
/** Fixed-point units, for the rounding of scores. */
const THRESHOLD_MARGIN = 4;

/** Searches one index on one thread. */
export class BlockMaxSearch {
  readonly #index: SharedIndex;
  readonly #view: IndexView;
  readonly #weights: TermWeights | undefined;
  readonly #kernels: RetrievalKernels;
  readonly #arena: SearchArena;
  readonly #search: SearchState;
  readonly #bounds: QueryBounds;
  readonly #scores: CandidateScores;
  readonly #lists: QueryLists;
  /** Opened by the first query with rounded scores; null if the index cannot use them. */
  #rounded: RoundedLists | null | undefined;
  readonly #snapshot: IndexSnapshot;
  readonly #allowed: AllowedDocuments;
  /** The query whose lists are open. */
  #open: { readonly prepared: PreparedQuery; readonly lists: readonly SegmentLists[] } | undefined;

  /** `index` shares the posting lists of `view`. */
  constructor(index: SharedIndex, view: IndexView) {
    const searchable = toSearchableView(view);
    if (searchable === undefined) throw badArgument("only an index on storage can be searched");
    const { snapshot, weighted } = searchable;
    const { memory, documentLimit, lengthClasses } = index;
    const lease = openHeap(index).lease();
    // Before the arena is created, since memory must not grow after that.
    const fieldClasses = loadFieldClasses(snapshot, lengthClasses, lease);
    const arena = new SearchArena(index, lease);
    snapshot.onClose(() => lease.release());
    lease.releaseWith(this);
    const kernels = createRetrievalKernels(memory);
    this.#index = index;
    this.#view = view;
    this.#weights = weighted?.weights;
    this.#arena = arena;
    this.#search = arena.search;
    this.#kernels = kernels;
    const tables = new ScoreTables(kernels, arena, lengthClasses);
    this.#bounds = new QueryBounds(index, arena, tables);
    this.#scores = new CandidateScores(index, searchable, arena, kernels, tables);
    this.#lists = new QueryLists(index, snapshot, arena, kernels, fieldClasses);
    this.#allowed = new AllowedDocuments(
      new Uint32Array(memory.buffer, arena.allowed, Math.ceil(documentLimit / 32)),
    );
    this.#snapshot = snapshot;
  }

  /** Postings that the last search touched. */
  get touchedPostings(): number {
    return this.#search.touchedPostings;
  }

  /**
   * The best documents. Undefined for a query that the kernels cannot bound: one
   * with windows of terms, very many or very long lists, clauses that are not
   * monotone or not finite, or a filter whose members cannot be listed. `view` may
   * be a choice of fields of the same index.
   */
  search(
    boosted: PreparedQuery,
    options: TraversalOptions = {},
    view: IndexView = this.#view,
  ): Hits | undefined {
    const { boost } = boosted;
    // The parts below score without boosts. A plain search copies nothing.
    const prepared = boost === undefined ? boosted : { ...boosted, boost: undefined };
    const { top, minMatch, filter, limit } = checkOptions(options);
    if (!Number.isInteger(top) || top < 1) {
      throw badArgument(`the number of results must be a whole number ≥ 1, got ${top}`);
    }
    const query = toKernelQuery(prepared, view);
    if (query === undefined || query.clauses.length > MAX_CLAUSES) return undefined;
    // A word in two fields is two clauses here, but one word of the query.
    if (query.hasFields && minMatch > 1) return undefined;
    if (filter !== undefined && !this.#allowed.write(filter)) return undefined;
    const { clauses } = query;
    if (boost !== undefined && !canBound(boost, prepared)) return undefined;
    this.#open = undefined;
    this.#arena.reset();
    // Boosted accumulators are not the scores.
    if (boost === undefined && prepared.documentPart === undefined) {
      const hits = this.#searchRounded(prepared, query, { top, minMatch, filter, limit });
      if (hits !== undefined) return hits;
      this.#arena.reset();
    }
    const lists = this.#lists.open(clauses);
    if (lists === undefined) return undefined;
    this.#open = { prepared: boosted, lists };
    const tags = new AccumulatorTags(clauses.length, query.words);
    const occurrences = clauses.map(({ key }) => this.#weights?.weight(key) ?? 1);
    const parts = { tags, occurrences, boost };
    const tables = this.#bounds.write(query, prepared.documentPart, lists, parts);
    if (tables === undefined) return undefined;

    const search = this.#search;
    // Bounds are above the scores: the best documents are among a larger number of candidates.
    const words = query.words ?? [];
    const isTight = query.isSum || (words.length > 0 && (tags.bits > 0 || tags.multiple > 0));
    const candidateTarget = isTight ? top : CANDIDATES_PER_HIT * top;
    this.#resetSearch(candidateTarget, minMatch, tags, clauses);
    writeWords(this.#arena, words, tables, lists);
    this.#setFilter(filter);
    this.#lists.bound(clauses, lists, tables.addresses);
    const { singleField } = query;
    this.#run(lists, limit, singleField?.number);
    const candidateSet = {
      tags,
      lists,
      occurrences,
      singleField,
      count: search.candidateCount,
    };
    if (!query.hasFields) {
      this.#scores.score(prepared, candidateSet, limit);
      this.#boostCandidates(boost);
      return this.#order(top, limit);
    }
    this.#scores.scoreFields(prepared, candidateSet, limit);
    const scores = this.#boostCandidates(boost);
    const kthScore = isTight || scores.length < top ? Infinity : findNthLargest(scores, top);
    const scale = tables.scale / (boost?.largestFactor ?? 1);
    const threshold = Math.floor(kthScore * scale) - THRESHOLD_MARGIN;
    // Every document whose bound reaches the threshold of the search is among the candidates.
    if (threshold < search.threshold && !limit.isOver) {
      this.#resetSearch(this.#index.documentLimit, minMatch, tags, clauses);
      search.threshold = threshold;
      this.#run(lists, limit);
      this.#scores.scoreFields(prepared, { ...candidateSet, count: search.candidateCount }, limit);
      this.#boostCandidates(boost);
    }
    return this.#order(top, limit);
  }

  /** As `search`; undefined for a query whose scores are not rounded, or whose sums may not fit. */
  #searchRounded(
    prepared: PreparedQuery,
    { clauses, singleField }: KernelQuery,
    { top, minMatch, filter, limit }: ReturnType<typeof checkOptions>,
  ): Hits | undefined {
    const openLists = clauses[0]?.rounded?.openLists;
    if (openLists === undefined || this.#weights !== undefined) return undefined;
    if (!clauses.every(({ rounded }) => rounded !== undefined)) return undefined;
    if (this.#rounded === undefined) {
      const opened = openLists(this.#index, this.#arena, this.#kernels, this.#lists);
      this.#rounded = opened ?? null;
    }
    const query = this.#rounded?.openQuery(clauses);
    if (this.#rounded === null || query === undefined) return undefined;
    const { lists } = query;
    this.#open = { prepared, lists };
    this.#search.wordCount = 0;
    this.#bounds.clear();
    this.#setFilter(filter);
    let threshold: number = NO_THRESHOLD;
    // Otherwise the documents that the threshold comes from may be excluded.
    if (filter === undefined && minMatch <= 1) {
      threshold = this.#rounded.computeThreshold(query, top, limit, (termLists) => {
        this.#resetSearch(top, minMatch, ROUNDED_TAGS, clauses);
        this.#run(termLists, limit, singleField?.number);
        return this.#search.threshold;
      });
    }
    this.#resetSearch(top, minMatch, ROUNDED_TAGS, clauses);
    this.#search.threshold = threshold;
    this.#run(lists, limit, singleField?.number);
    this.#scores.scoreRounded(prepared, query, singleField, limit);
    return this.#order(top, limit);
  }

  #setFilter(filter: TraversalOptions["filter"]): void {
    this.#search.allowed = filter === undefined ? 0 : this.#arena.allowed;
    this.#search.isFilterSparse = filter !== undefined && this.#allowed.isSparse ? 1 : 0;
  }

  /**
   * All live documents of the lists with these names, as far as `limit` allows;
   * undefined if the lists are too long.
   */
  withDocuments<T>(
    keys: readonly string[],
    limit: TimeLimit,
    use: (documents: CountedDocumentSet) => T,
  ): T | undefined {
    this.#allowed.invalidate(); // the documents are collected in the memory of the filter
    this.#open = undefined;
    return this.#lists.withDocuments(keys, limit, use);
  }

  /**
   * The number of live documents in any list of the query that was searched last, as far as `limit`
   * allows; undefined for another query.
   */
  countLast(prepared: PreparedQuery, limit: TimeLimit): number | undefined {
    if (this.#open?.prepared !== prepared) return undefined;
    this.#allowed.invalidate();
    return this.#lists.countDocuments(this.#open.lists, limit);
  }

  /** Applies the boosts to the scores of the candidates, and returns them. */
  #boostCandidates(boost: DocumentBoost | undefined): Float64Array {
    const { scores, candidates, candidateCount } = this.#search;
    const { buffer } = this.#index.memory;
    const boosted = new Float64Array(buffer, scores, candidateCount);
    if (boost === undefined) return boosted;
    const documents = new Uint32Array(buffer, candidates, candidateCount);
    for (let i = 0; i < candidateCount; i++) {
      boosted[i] = boostScore(boost, documents[i] as number, boosted[i] as number);
    }
    return boosted;
  }

  /** Searches all segments from their first window on. */
  #run(lists: readonly SegmentLists[], limit: TimeLimit, field = 0): void {
    const search = this.#search;
    for (const [i, segment] of this.#index.segments.entries()) {
      this.#enterSegment(segment, lists[i] as SegmentLists, this.#lists.classes(field, i));
      while (this.#kernels.run(search.address, POSTINGS_PER_CHECK) === 0) {
        if (limit.count(POSTINGS_PER_CHECK)) break;
      }
      if (limit.isOver) break;
    }
    this.#kernels.dropCandidates(search.address);
  }

  /** Sets up the state that all segments share. */
  #resetSearch(
    top: number,
    minMatch: number,
    tags: AccumulatorTags,
    clauses: readonly KernelClause[],
  ): void {
    const search = this.#search;
    search.minMatch = Math.min(minMatch, MAX_CLAUSES + 1);
    search.tagBits = tags.bits;
    search.multipleTags = tags.multiple;
    search.lastRowTag = tags.lastRow;
    search.hasNegative = clauses.some(({ weight }) => weight < 0) ? 1 : 0;
    search.top = Math.min(top, this.#index.documentLimit);
    search.threshold = NO_THRESHOLD;
    search.candidateCount = 0;
    search.lowestBucket = HISTOGRAM_BUCKETS - 1;
    search.histogramCount = 0;
    search.touchedPostings = 0;
  }

  /**
   * Moves the search to the first window of a segment. `classes` are the length
   * classes that bound errors depend on.
   */
  #enterSegment(segment: SharedSegment, lists: SegmentLists, classes: number): void {
    const search = this.#search;
    const { words } = this.#arena;
    let count = 0;
    for (const [clause, list] of lists.entries()) {
      if (list === undefined) continue;
      const { state } = list;
      words[(search.clauseClasses >>> 2) + clause] = state.lengthClasses;
      words[(search.lists >>> 2) + count++] = state.address;
      rewind(list);
    }
    search.listCount = count;
    search.firstEssential = 0;
    search.documentLimit = count === 0 ? 0 : segment.documentLimit;
    search.firstDocument = segment.firstDocument;
    search.lengthClasses = classes;
    search.deleted = segment.deleted;
    search.windowStart = 0;
  }

  /** The best candidates in order. */
  #order(top: number, limit: TimeLimit): Hits {
    const { address, ordered, orderedScores, candidateCount } = this.#search;
    const { memory, idRanks, documentLimit } = this.#index;
    this.#kernels.orderCandidates(address, idRanks, documentLimit);
    return selectExactHits(
      new Uint32Array(memory.buffer, ordered, candidateCount),
      new Float64Array(memory.buffer, orderedScores, candidateCount),
      this.#snapshot,
      top,
      limit,
    );
  }
}
