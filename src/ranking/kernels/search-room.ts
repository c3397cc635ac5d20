/**
 * The memory in which one thread searches: fixed places for what a window and
 * the candidates need, and a stretch that every query divides anew.
 */

import { SEARCH_BYTES, TERM_BYTES } from "./retrieval-kernels.ts";
import { TABLE_BYTES } from "./score-table.ts";
import { addRoom, type SharedIndex } from "./shared-index.ts";

/** Most clauses of a query that the kernels search. */
export const MOST_CLAUSES = 64;
/** As in kernels/retrieval/index.ts. */
const LONGEST_WINDOW = 65536;
const BLOCK_BYTES = 512;

export class SearchRoom {
  readonly search: number;
  readonly sumsOfDocuments: number;
  readonly touched: number;
  readonly marks: number;
  readonly survivors: number;
  readonly survivorSums: number;
  readonly candidates: number;
  readonly candidateSums: number;
  readonly candidateFloors: number;
  readonly selection: number;
  readonly #perQuery: number;
  #free = 0;

  constructor(index: SharedIndex) {
    const { documentLimit, segments } = index;
    // A kernel may load or store one element past the last.
    const documents = documentLimit + 16;
    const window = LONGEST_WINDOW + 16;
    const lists = MOST_CLAUSES * segments.length;
    const blocks = MOST_CLAUSES * Math.ceil(documentLimit / 128) + 2 * lists;
    const fixed = SEARCH_BYTES + 28 * window + 20 * documents;
    const terms = lists * (TERM_BYTES + 4 * BLOCK_BYTES) + MOST_CLAUSES * TABLE_BYTES;
    const slack = 16 * (20 + 8 * lists);
    this.#free = addRoom(index, fixed + terms + 8 * blocks + 4096 + slack);
    this.search = this.take(SEARCH_BYTES);
    this.sumsOfDocuments = this.take(8 * window);
    this.touched = this.take(4 * window);
    this.marks = this.take(window);
    this.survivors = this.take(4 * window);
    this.survivorSums = this.take(8 * window);
    this.candidates = this.take(4 * documents);
    this.candidateSums = this.take(8 * documents);
    this.candidateFloors = this.take(4 * documents);
    this.selection = this.take(4 * documents);
    this.#perQuery = this.#free;
  }

  /** Gives everything that queries took back. */
  reset(): void {
    this.#free = this.#perQuery;
  }

  /** The address of `bytes` bytes, which hold anything. */
  take(bytes: number): number {
    const address = this.#free;
    this.#free = Math.ceil((address + bytes) / 16) * 16;
    return address;
  }
}
