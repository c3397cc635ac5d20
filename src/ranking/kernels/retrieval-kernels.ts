/**
 * The retrieval kernels (kernels/retrieval), bound to a memory, and the two
 * structures through which they are told what to do.
 *
 * Fields are 32 bits each, in the order in which the kernels declare them;
 * their meaning is told there.
 */

import { KERNEL_CODE } from "./retrieval-kernels.generated.ts";

export interface RetrievalKernels {
  run(search: number, budget: number): number;
  raiseFloor(search: number): void;
  openTail(term: number, bytes: number, previous: number): number;
  largestPair(pairs: number, from: number, to: number): number;
  boundBlocks(
    term: number,
    pairStarts: number,
    pairs: number,
    classOfLength: number,
    classes: number,
  ): void;
  decodeDocuments(
    source: number,
    shape: number,
    previous: number,
    last: number,
    target: number,
  ): void;
  decodeFrequencies(source: number, shape: number, target: number): void;
  termBytes(): number;
  searchBytes(): number;
}

const TERM_FIELDS = [
  "packed",
  "starts",
  "shapes",
  "lasts",
  "bounds",
  "table",
  "documentBuffer",
  "rowBuffer",
  "tailDocuments",
  "tailRows",
  "fullBlocks",
  "blocks",
  "tailSize",
  "postings",
  "block",
  "decoded",
  "decodedRows",
  "documents",
  "rows",
  "size",
  "at",
  "windowBound",
] as const;

const SEARCH_FIELDS = [
  "terms",
  "termCount",
  "essential",
  "sums",
  "documentLimit",
  "firstDocument",
  "classes",
  "deleted",
  "parts",
  "largestPart",
  "from",
  "floor",
  "sumsOfDocuments",
  "touched",
  "marks",
  "survivors",
  "survivorSums",
  "top",
  "candidates",
  "candidateSums",
  "candidateFloors",
  "selection",
  "candidateCount",
  "candidateLimit",
  "slack",
  "touchedPostings",
] as const;

export type TermField = (typeof TERM_FIELDS)[number];
export type SearchField = (typeof SEARCH_FIELDS)[number];

export const TERM_BYTES: number = 4 * TERM_FIELDS.length;
export const SEARCH_BYTES: number = 4 * SEARCH_FIELDS.length;

/** Sets the given fields of the term at `address`. */
export function writeTerm(
  words: Int32Array,
  address: number,
  values: Partial<Record<TermField, number>>,
): void {
  for (const [i, field] of TERM_FIELDS.entries()) {
    const value = values[field];
    if (value !== undefined) words[(address >>> 2) + i] = value;
  }
}

/** Sets the given fields of the search at `address`. */
export function writeSearch(
  words: Int32Array,
  address: number,
  values: Partial<Record<SearchField, number>>,
): void {
  for (const [i, field] of SEARCH_FIELDS.entries()) {
    const value = values[field];
    if (value !== undefined) words[(address >>> 2) + i] = value;
  }
}

/** One field of the search at `address`. */
export function readSearch(words: Int32Array, address: number, field: SearchField): number {
  return words[(address >>> 2) + SEARCH_FIELDS.indexOf(field)] as number;
}

/** Compiled once for each kind of memory. */
const modules = new Map<"single" | "shared", WebAssembly.Module>();

export function retrievalKernels(memory: WebAssembly.Memory): RetrievalKernels {
  const build = memory.buffer instanceof ArrayBuffer ? "single" : "shared";
  let module = modules.get(build);
  if (module === undefined) {
    const bytes = Uint8Array.from(atob(KERNEL_CODE[build]), (char) => char.charCodeAt(0));
    module = new WebAssembly.Module(bytes);
    modules.set(build, module);
  }
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports as unknown as RetrievalKernels;
}
