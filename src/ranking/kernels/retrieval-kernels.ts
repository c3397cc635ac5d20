/**
 * The retrieval kernels (kernels/retrieval), bound to a memory, and the two
 * structures through which they are told what to do.
 *
 * Fields of a structure are 32 bits each, in the order in which the kernels
 * declare them; what they mean is told there.
 */

import { KERNEL_CODE } from "./retrieval-kernels.generated.ts";

export interface RetrievalKernels {
  run(search: number, budget: number): number;
  dropCandidates(search: number): void;
  orderCandidates(search: number, ranks: number): void;
  openTerm(term: number, lastDocuments: number, tail: number): number;
  largestPair(pairs: number, from: number, to: number): number;
  boundBlocks(
    term: number,
    pairStarts: number,
    pairs: number,
    classOfLength: number,
    classes: number,
  ): void;
  scaleRow(worths: number, factor: number, mark: number, table: number, row: number): void;
  decodeDocuments(
    source: number,
    shape: number,
    previous: number,
    last: number,
    target: number,
  ): void;
  decodeFrequencies(source: number, shape: number, target: number): void;
  /** For measuring only. */
  addAll(search: number, term: number): void;
  termBytes(): number;
  searchBytes(): number;
}

/** Words of a term's structure. */
export const TERM = {
  packed: 0,
  starts: 1,
  shapes: 2,
  lasts: 3,
  bounds: 4,
  table: 5,
  buffer: 6,
  tail: 7,
  fullBlocks: 8,
  blocks: 9,
  tailSize: 10,
  postings: 11,
  block: 12,
  decoded: 13,
  decodedRows: 14,
  documents: 15,
  size: 16,
  at: 17,
  windowBound: 18,
} as const;

/** Words of a search's structure. */
export const SEARCH = {
  terms: 0,
  termCount: 1,
  essential: 2,
  sums: 3,
  documentLimit: 4,
  firstDocument: 5,
  classes: 6,
  deleted: 7,
  parts: 8,
  largestPart: 9,
  from: 10,
  floor: 11,
  sumsOfDocuments: 12,
  kept: 13,
  marks: 14,
  survivors: 15,
  survivorSums: 16,
  top: 17,
  candidates: 18,
  candidateSums: 19,
  candidateClasses: 20,
  candidateCount: 21,
  bars: 22,
  lowestBar: 23,
  inBars: 24,
  keys: 25,
  places: 26,
  steps: 27,
  slack: 28,
  doubtful: 29,
  touchedPostings: 30,
  hasNegative: 31,
  base: 32,
} as const;

export const TERM_BYTES: number = 4 * Object.keys(TERM).length;
export const SEARCH_BYTES: number = 4 * Object.keys(SEARCH).length;

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
