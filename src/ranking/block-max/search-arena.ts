/**
 * The memory in which one thread searches: the buffers that every search uses, and
 * an area that every query divides again.
 */

import type { HeapLease } from "../../common/threads/index.ts";
import {
  COUNTERS,
  DECODED_BYTES,
  HISTOGRAM_BUCKETS,
  LENGTH_CLASSES,
  ListState,
  LONGEST_WINDOW,
  SearchState,
  TABLE_BYTES,
} from "./layout.generated.ts";
import { EXACT_BYTES, UNIT_BYTES } from "./score-tables.ts";
import type { SharedIndex } from "./shared-index.ts";

/** Maximum number of clauses of a query that the kernels search. */
export const MAX_CLAUSES = 512;
/**
 * Queries with at most this many clauses leave the memory of the other tables free, so tables of
 * earlier queries are kept there.
 */
export const MAX_CLAUSES_BESIDE_KEPT = 160;
/** Maximum size of the lists of a query, as a number of lists that contain every document. */
const MAX_FULL_LISTS = 64;
/** Memory for the lists of several segments is allocated for a multiple of so many. */
const SEGMENTS_STEP = 16;
const ALIGNMENT = 16;
/** Loops store an element before they check whether it counts, so one past the last. */
const SPARE = 16;

export class SearchArena {
  /** The whole memory. */
  readonly words: Int32Array;
  /** The state of searches, with its buffers allocated. */
  readonly search: SearchState;
  /** Scores for weight 1, as score-tables.ts writes them: upper bounds, and exact scores. */
  readonly unitScores: number;
  readonly exactScores: number;
  /** Weights of clauses, float64. */
  readonly weights: number;
  /** One bit per document of the index, for filters. */
  readonly allowed: number;
  /** Maximum number of full blocks in all lists of a query. */
  readonly maxBlocks: number;
  readonly #perQuery: number;
  readonly #keptStart: number;
  readonly #end: number;
  #free: number;
  #kept: number;
  #keptGeneration = 0;

  /** All memory comes from `lease`, which belongs to this thread. */
  constructor(index: SharedIndex, lease: HeapLease) {
    const documents = index.documentLimit + SPARE;
    const counts = {
      clause: MAX_CLAUSES,
      windowDocument: LONGEST_WINDOW + SPARE,
      document: documents,
      lengthClass: LENGTH_CLASSES,
      histogramBucket: HISTOGRAM_BUCKETS,
      counter: COUNTERS,
    };
    const buffers = SearchState.BUFFERS.map(({ field, bits, per }) => ({
      field,
      bytes: Math.ceil((bits * counts[per]) / 8),
      // Buffers of a window and of a search start at 0; those of all documents are
      // written before they are read.
      isZeroed: per !== "document",
    }));
    const allowedBytes = 8 * Math.ceil(documents / 64);
    const others = [SearchState.BYTES, UNIT_BYTES, EXACT_BYTES, 8 * MAX_CLAUSES, allowedBytes];
    const fixed = [...others, ...buffers.map(({ bytes }) => bytes)];
    const fixedBytes = fixed.reduce((sum, bytes) => sum + alignUp(bytes), 0);
    const bytes = fixedBytes + computeQueryBytes(index) + ALIGNMENT;
    this.#free = lease.allocateWorkspace(bytes);
    this.#end = this.#free + bytes;
    this.#keptStart = this.#end - (MAX_CLAUSES - MAX_CLAUSES_BESIDE_KEPT) * TABLE_BYTES;
    this.#kept = this.#keptStart;
    this.words = new Int32Array(lease.heap.memory.buffer);
    this.search = new SearchState(this.words, this.#takeZeroed(SearchState.BYTES));
    this.unitScores = this.take(UNIT_BYTES);
    this.exactScores = this.take(EXACT_BYTES);
    this.weights = this.take(8 * MAX_CLAUSES);
    this.allowed = this.take(allowedBytes);
    for (const { field, bytes, isZeroed } of buffers) {
      this.search[field] = isZeroed ? this.#takeZeroed(bytes) : this.take(bytes);
    }
    // Accumulators are free once candidates have been scored.
    this.search.orderedScores = this.search.candidateAccumulators;
    this.maxBlocks = computeMaxBlocks(index);
    this.#perQuery = this.#free;
  }

  /** Frees all memory that queries allocated. */
  reset(): void {
    this.#free = this.#perQuery;
  }

  /** Allocates `bytes` bytes and returns their address. Not zeroed after the first query. */
  take(bytes: number): number {
    const address = this.#free;
    this.#free = address + alignUp(bytes);
    // A query of any ranker may have that many clauses.
    if (this.#free > this.#keptStart && this.#kept > this.#keptStart) this.dropKept();
    return address;
  }

  /** Changes when kept memory is freed. */
  get keptGeneration(): number {
    return this.#keptGeneration;
  }

  /**
   * Allocates memory that stays until `keptGeneration` changes; undefined if there is none left.
   * Queries with more than MAX_CLAUSES_BESIDE_KEPT clauses may overwrite it.
   */
  keep(bytes: number): number | undefined {
    const address = this.#kept;
    if (address + alignUp(bytes) > this.#end) return undefined;
    this.#kept = address + alignUp(bytes);
    return address;
  }

  dropKept(): void {
    this.#kept = this.#keptStart;
    this.#keptGeneration++;
  }

  #takeZeroed(bytes: number): number {
    const address = this.take(bytes);
    this.words.fill(0, address >>> 2, (address + alignUp(bytes)) >>> 2);
    return address;
  }
}

/** The size of an allocation of `bytes` bytes. */
export function alignUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** The memory that the largest query needs. */
function computeQueryBytes(index: SharedIndex): number {
  // An index that changes has more segments now and then, and uses the same memory for all commits.
  // Pages that no query writes take no memory.
  const count = index.segments.length;
  const segments = count === 1 ? 1 : SEGMENTS_STEP * Math.ceil(count / SEGMENTS_STEP);
  const lists = MAX_CLAUSES * segments;
  // Per list two decoded blocks and two arrays of words: one word per block, counting
  // the tail, and one at the end.
  const perList = alignUp(ListState.BYTES) + 2 * DECODED_BYTES + 2 * (2 * 4 + ALIGNMENT);
  return lists * perList + 2 * 4 * computeMaxBlocks(index) + MAX_CLAUSES * TABLE_BYTES;
}

function computeMaxBlocks({ documentLimit }: SharedIndex): number {
  return MAX_FULL_LISTS * Math.ceil(documentLimit / 128);
}
