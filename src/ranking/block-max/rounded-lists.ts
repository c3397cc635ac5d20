/**
 * The lists of queries whose scores are whole numbers of steps (scorers/rounded-scores.ts). The
 * cells of their score tables are the scores themselves and not bounds, so accumulators are exact.
 * A table depends on its term and hardly on the query, so the lists of a term stay open, with table
 * and upper bounds, from its second query on. Those of its first query are in memory that every
 * query writes again: most terms do not return, and memory that was never written costs more.
 *
 * In its third query the k-th largest contribution of a term is computed. No document below the largest of
 * these can be among the k best, so it is the threshold that a search begins with (Mallia et al.,
 * "A comparison of top-k threshold estimation techniques for disjunctive query processing", CIKM
 * 2020).
 */

import { COUNT_PARTS, type RoundedMatch, SCORE_STEP } from "../scorers/rounded-scores.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { ROUNDED_TAGS } from "./accumulator-tags.ts";
import type { KernelClause } from "./kernel-query.ts";
import { NO_THRESHOLD, ROWS } from "./layout.generated.ts";
import type { SegmentLists } from "./list-opener.ts";
import type { QueryLists } from "./query-lists.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import {
  computeRoundedScale,
  haveRoundedLengths,
  ROW_BYTES,
  RoundedTables,
} from "./rounded-tables.ts";
import { MAX_CLAUSES_BESIDE_KEPT, type SearchArena } from "./search-arena.ts";
import type { SharedIndex } from "./shared-index.ts";

/** After this many terms that were not kept for want of memory, the kept ones are dropped. */
const MAX_MISSES = 4096;
/** A scale of earlier queries is used as long as it is at most so many times coarser than needed. */
const MAX_COARSENESS = 64;
/** The k-th largest contribution of longer lists is not computed. */
const MAX_COUNTED_POSTINGS = 1 << 16;

/** The lists of a term, with table and bounds once a query has `units`. */
class OpenTerm {
  /** The number of times that it counts in the query. */
  readonly weight: number;
  /** By segment, one each. */
  readonly lists: readonly SegmentLists[];
  readonly blocks: number;
  readonly postings: number;
  /** The largest frequency, and the score of such a posting in the shortest document. */
  readonly largest: number;
  readonly largestScore: number;
  readonly table: number;
  /** Units of fixed point per step that the table is written for; 0 before. */
  units = 0;
  /** True once a query has found it open. */
  isRepeated = false;
  /** At least `countedTop` documents have this many steps; 0 documents before they are counted. */
  countedTop = 0;
  steps = 0;

  constructor(
    { weight, match }: KernelClause,
    lists: readonly SegmentLists[],
    blocks: number,
    shortest: number,
    allocate: (bytes: number) => number,
  ) {
    let [postings, largest] = [0, 0];
    for (const [list] of lists) {
      if (list === undefined) continue;
      postings += list.state.postings;
      largest = Math.max(largest, list.largestFrequency);
    }
    this.weight = weight;
    this.lists = lists;
    this.blocks = blocks;
    this.postings = postings;
    this.largest = largest;
    this.largestScore = largest > 0 ? match(largest, shortest) : 0;
    this.table = allocate(Math.min(ROWS, largest) * ROW_BYTES);
  }
}

/** A query whose accumulators are its scores. */
export interface RoundedQuery {
  readonly terms: readonly OpenTerm[];
  /** By segment and clause. */
  readonly lists: readonly SegmentLists[];
  /** Units of fixed point per unit of score. */
  readonly scale: number;
}

export class RoundedLists {
  readonly #index: SharedIndex;
  readonly #arena: SearchArena;
  readonly #queryLists: QueryLists;
  readonly #tables: RoundedTables;
  /** By the function of the term in its view; one for each weight. */
  readonly #terms = new Map<RoundedMatch, OpenTerm[]>();
  /** The terms of earlier queries. */
  #known = new WeakSet<RoundedMatch>();
  #keptGeneration = 0;
  #misses = 0;
  #isKeeping = false;
  #scale = 0;

  private constructor(
    index: SharedIndex,
    arena: SearchArena,
    kernels: RetrievalKernels,
    queryLists: QueryLists,
  ) {
    this.#index = index;
    this.#arena = arena;
    this.#queryLists = queryLists;
    this.#tables = new RoundedTables(index.memory.buffer, kernels, index.lengthClasses);
  }

  /** Undefined unless the length classes determine rounded scores. */
  static open(
    index: SharedIndex,
    arena: SearchArena,
    kernels: RetrievalKernels,
    queryLists: QueryLists,
  ): RoundedLists | undefined {
    return haveRoundedLengths(index.lengthClasses)
      ? new RoundedLists(index, arena, kernels, queryLists)
      : undefined;
  }

  /** Undefined if the lists are too long, or a sum of scores does not fit. Valid until the next query. */
  openQuery(clauses: readonly KernelClause[]): RoundedQuery | undefined {
    this.#beginQuery(clauses.length);
    const { maxBlocks } = this.#arena;
    const terms: OpenTerm[] = [];
    let blocks = 0;
    let total = 0;
    let parts = 1; // weights are multiples of 1 / parts
    for (const clause of clauses) {
      const { weight } = clause;
      if (!(weight > 0) || !Number.isInteger(weight * COUNT_PARTS)) return undefined;
      const term = this.#openTerm(clause, maxBlocks - blocks);
      blocks += term?.blocks ?? 0;
      if (term === undefined || blocks > maxBlocks) return undefined;
      if (!Number.isInteger(weight)) parts = COUNT_PARTS;
      total += weight * term.largestScore;
      terms.push(term);
    }
    const scale = this.#chooseScale(total, parts);
    if (scale === undefined) return undefined;
    for (const [i, term] of terms.entries()) this.#write(term, clauses[i] as KernelClause, scale);
    const lists = this.#index.segments.map((_, s) => terms.map((term) => term.lists[s]?.[0]));
    return { terms, lists, scale };
  }

  /**
   * A score, in units, that at least `top` live documents reach; NO_THRESHOLD if none is known.
   * `search` searches the lists of one term and returns the threshold at its end.
   */
  computeThreshold(
    { terms }: RoundedQuery,
    top: number,
    limit: TimeLimit,
    search: (lists: readonly SegmentLists[]) => number,
  ): number {
    let threshold: number = NO_THRESHOLD;
    for (const term of terms) {
      if (term.countedTop !== top) {
        const isShort = term.postings <= MAX_COUNTED_POSTINGS;
        if (term.postings < top || !isShort || !term.isRepeated || limit.isOver) continue;
        term.steps = Math.ceil(search(term.lists) / term.units);
        term.countedTop = top;
      }
      threshold = Math.max(threshold, term.steps * term.units);
    }
    return threshold;
  }

  #beginQuery(clauses: number): void {
    const arena = this.#arena;
    this.#isKeeping = clauses <= MAX_CLAUSES_BESIDE_KEPT;
    if (!this.#isKeeping || this.#misses >= MAX_MISSES) arena.dropKept();
    if (arena.keptGeneration === this.#keptGeneration) return;
    this.#keptGeneration = arena.keptGeneration;
    this.#misses = 0;
    this.#terms.clear();
    this.#known = new WeakSet();
  }

  #openTerm(clause: KernelClause, maxBlocks: number): OpenTerm | undefined {
    const { weight } = clause;
    const rounded = clause.rounded as RoundedMatch;
    const keptTerms = this.#terms.get(rounded);
    if (keptTerms !== undefined) {
      for (const kept of keptTerms) {
        if (kept.weight !== weight) continue;
        kept.isRepeated = true;
        return kept;
      }
    }
    const arena = this.#arena;
    const isKnown = this.#known.has(rounded);
    let isKept = isKnown && this.#isKeeping;
    const allocate = (bytes: number): number => {
      const address = isKept ? arena.keep(bytes) : undefined;
      isKept &&= address !== undefined;
      return address ?? arena.take(bytes);
    };
    const lists = this.#index.segments.map((): SegmentLists => [undefined]);
    const blocks = this.#queryLists.openClause(lists, 0, clause, maxBlocks, allocate);
    if (blocks === undefined) return undefined;
    const shortest = this.#index.lengthClasses.shortest[0] as number;
    const term = new OpenTerm(clause, lists, blocks, shortest, allocate);
    if (!isKnown) this.#known.add(rounded);
    else if (!isKept) this.#misses++;
    else if (keptTerms === undefined) this.#terms.set(rounded, [term]);
    else keptTerms.push(term);
    return term;
  }

  /** Few scales, so that tables seldom have to be written again. */
  #chooseScale(total: number, parts: number): number | undefined {
    const highest = computeRoundedScale(total, parts);
    if (highest === undefined) return undefined;
    const lowest = Math.max(parts / SCORE_STEP, highest / MAX_COARSENESS);
    if (!(this.#scale >= lowest && this.#scale <= highest)) this.#scale = highest;
    return this.#scale;
  }

  /** Writes table and bounds, unless they are written for the same scale. */
  #write(term: OpenTerm, clause: KernelClause, scale: number): void {
    const { weight, lists, table, largest } = term;
    const units = weight * SCORE_STEP * scale;
    if (term.units === units) return;
    this.#tables.write(table, clause.rounded as RoundedMatch, largest, units, ROUNDED_TAGS);
    // Bounds point the rows of a tail into the table.
    if (term.units > 0) this.#queryLists.reload(lists);
    this.#queryLists.bound([clause], lists, [table]);
    term.units = units;
  }
}
