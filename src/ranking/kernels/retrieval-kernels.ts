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
  scoreCandidates(
    search: number,
    clauses: number,
    bits: number,
    weights: number,
    worths: number,
    known: number,
  ): number;
  orderCandidates(search: number, ranks: number, rankLimit: number): void;
  readFrequencies(term: number, documents: number, count: number, out: number): void;
  openTerm(term: number, lastDocuments: number, tail: number): number;
  largestImpact(impacts: number, from: number, to: number): number;
  boundBlocks(
    term: number,
    impactStarts: number,
    impacts: number,
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
  allowed: 8,
  minMatch: 9,
  markBits: 10,
  parts: 11,
  largestPart: 12,
  from: 13,
  floor: 14,
  sumsOfDocuments: 15,
  kept: 16,
  marks: 17,
  survivors: 18,
  survivorSums: 19,
  top: 20,
  candidates: 21,
  candidateSums: 22,
  candidateClasses: 23,
  candidateCount: 24,
  bars: 25,
  lowestBar: 26,
  inBars: 27,
  scores: 28,
  keys: 29,
  ordered: 30,
  orderedScores: 31,
  steps: 32,
  slack: 33,
  doubtful: 34,
  touchedPostings: 35,
  hasNegative: 36,
  base: 37,
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
