/**
 * The memory in which one thread searches: fixed places for what a window and
 * the candidates need, and a stretch that every query divides anew.
 */

import { SEARCH_BYTES, TERM_BYTES } from "./retrieval-kernels.ts";
import { TABLE_BYTES, UNIT_BYTES, WORTH_BYTES } from "./score-tables.ts";
import { addRoom, type SharedIndex } from "./shared-index.ts";
import { CELLS } from "./unit-scores.ts";

/** Most clauses of a query that the kernels search. */
export const MOST_CLAUSES = 512;
/** The lists of a query may hold as many postings as so many that are in every document. */
const MOST_FULL_LISTS = 64;
/** As in kernels/retrieval/sums.ts. */
const LONGEST_WINDOW = 16384;
/** Of the histogram of candidates. As in kernels/retrieval/candidates.ts. */
export const BARS = 4096;
/** Of the order of candidates. As in kernels/retrieval/order.ts. */
const STEPS = 4096;
const BLOCK_BYTES = 512;
const ALIGNMENT = 16;

export class SearchRoom {
  /** The whole memory. */
  readonly words: Int32Array;
  readonly search: number;
  readonly terms: number;
  readonly sums: number;
  readonly units: number;
  readonly weights: number;
  readonly worths: number;
  readonly slack: number;
  readonly parts: number;
  readonly sumsOfDocuments: number;
  readonly kept: number;
  readonly marks: number;
  readonly survivors: number;
  readonly survivorSums: number;
  readonly candidates: number;
  readonly candidateSums: number;
  readonly candidateClasses: number;
  readonly bars: number;
  readonly scores: number;
  readonly ordered: number;
  readonly keys: number;
  readonly steps: number;
  /** A bit for each document. */
  readonly allowed: number;
  /** Most full blocks of all lists of a query. */
  readonly mostBlocks: number;
  readonly #perQuery: number;
  #free: number;

  constructor(index: SharedIndex) {
    // A kernel may store one element past the last.
    const documents = index.documentLimit + ALIGNMENT;
    const window = LONGEST_WINDOW + ALIGNMENT;
    const tables = UNIT_BYTES + WORTH_BYTES + 8 * CELLS + 4 * (BARS + STEPS);
    const fixed = SEARCH_BYTES + 16 * MOST_CLAUSES + tables;
    const bytes = fixed + 29 * window + 34 * documents + queryBytes(index) + 64 * ALIGNMENT;
    this.#free = addRoom(index, bytes);
    this.words = new Int32Array(index.memory.buffer);
    this.search = this.take(SEARCH_BYTES);
    this.terms = this.take(4 * MOST_CLAUSES);
    this.sums = this.take(4 * MOST_CLAUSES);
    this.units = this.take(UNIT_BYTES);
    this.weights = this.take(8 * MOST_CLAUSES);
    this.worths = this.take(WORTH_BYTES);
    this.slack = this.take(4 * CELLS);
    this.parts = this.take(4 * CELLS);
    this.sumsOfDocuments = this.take(8 * window);
    this.kept = this.take(8 * window);
    this.marks = this.take(window);
    this.survivors = this.take(4 * window);
    this.survivorSums = this.take(8 * window);
    this.candidates = this.take(4 * documents);
    this.candidateSums = this.take(8 * documents);
    this.candidateClasses = this.take(documents);
    this.bars = this.take(4 * BARS);
    this.scores = this.take(8 * documents);
    this.ordered = this.take(4 * documents);
    this.keys = this.take(8 * documents);
    this.steps = this.take(4 * STEPS);
    this.allowed = this.take(documents);
    this.mostBlocks = mostBlocks(index);
    this.#perQuery = this.#free;
  }

  /** Takes everything back that queries took. */
  reset(): void {
    this.#free = this.#perQuery;
  }

  /** The address of `bytes` bytes, which hold anything. */
  take(bytes: number): number {
    const address = this.#free;
    this.#free = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
    return address;
  }
}

/** What the largest query takes. */
function queryBytes(index: SharedIndex): number {
  const lists = MOST_CLAUSES * index.segments.length;
  // Beside its full blocks: two decoded blocks, and two more places in the arrays of blocks.
  const perList = TERM_BYTES + 4 * BLOCK_BYTES + 16 + 5 * ALIGNMENT;
  return lists * perList + 8 * mostBlocks(index) + MOST_CLAUSES * TABLE_BYTES;
}

function mostBlocks({ documentLimit }: SharedIndex): number {
  return MOST_FULL_LISTS * Math.ceil(documentLimit / 128);
}
