/**
 * The memory in which one thread searches: fixed places for what a window and
 * the candidates need, and a stretch that every query divides anew.
 */

import { SEARCH_BYTES, TERM_BYTES } from "./retrieval-kernels.ts";
import { TABLE_BYTES, UNIT_BYTES } from "./score-tables.ts";
import { addRoom, type SharedIndex } from "./shared-index.ts";
import { CELLS } from "./unit-scores.ts";

/** Most clauses of a query that the kernels search. */
export const MOST_CLAUSES = 64;
/** As in kernels/retrieval/sums.ts. */
const LONGEST_WINDOW = 16384;
/** Of the histogram of candidates. As in kernels/retrieval/candidates.ts. */
export const BARS = 4096;
/** Of the order of candidates. As in kernels/retrieval/order.ts. */
const STEPS = 2048;
const BLOCK_BYTES = 512;
const ALIGNMENT = 16;

export class SearchRoom {
  /** The whole memory. */
  readonly words: Int32Array;
  readonly search: number;
  readonly terms: number;
  readonly sums: number;
  readonly units: number;
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
  readonly keys: number;
  readonly places: number;
  readonly steps: number;
  readonly #perQuery: number;
  #free: number;

  constructor(index: SharedIndex) {
    // A kernel may store one element past the last.
    const documents = index.documentLimit + ALIGNMENT;
    const window = LONGEST_WINDOW + ALIGNMENT;
    const fixed = SEARCH_BYTES + UNIT_BYTES + 8 * MOST_CLAUSES + 8 * CELLS + 4 * (BARS + STEPS);
    const bytes = fixed + 29 * window + 25 * documents + queryBytes(index) + 64 * ALIGNMENT;
    this.#free = addRoom(index, bytes);
    this.words = new Int32Array(index.memory.buffer);
    this.search = this.take(SEARCH_BYTES);
    this.terms = this.take(4 * MOST_CLAUSES);
    this.sums = this.take(4 * MOST_CLAUSES);
    this.units = this.take(UNIT_BYTES);
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
    this.keys = this.take(8 * documents);
    this.places = this.take(4 * documents);
    this.steps = this.take(4 * STEPS);
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

/** What the largest query takes: every list of it in every document. */
function queryBytes({ documentLimit, segments }: SharedIndex): number {
  const lists = MOST_CLAUSES * segments.length;
  const blocks = MOST_CLAUSES * Math.ceil(documentLimit / 128) + 2 * lists;
  const perList = TERM_BYTES + 4 * BLOCK_BYTES + 3 * ALIGNMENT;
  return lists * perList + 8 * blocks + MOST_CLAUSES * TABLE_BYTES;
}
