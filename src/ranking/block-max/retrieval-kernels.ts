/**
 * The retrieval kernels (kernels/retrieval), bound to a memory. Their arguments are
 * passed in the records of layout.generated.ts.
 */

import { decodeWasm } from "../../common/bytes/index.ts";
import type { KernelMemory } from "../../common/threads/index.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./retrieval-kernels.generated.ts";

/** Addresses are in bytes; `search` and `list` are those of a `SearchState` and a `ListState`. */
export interface RetrievalKernels {
  /**
   * Continues the search until about `budget` more postings are read; returns 1 once
   * the segment is done.
   */
  run(search: number, budget: number): number;
  dropCandidates(search: number): void;
  scoreCandidates(
    search: number,
    clauses: number,
    bits: number,
    weights: number,
    unitScores: number,
    classCount: number,
  ): number;
  orderCandidates(search: number, ranks: number, rankLimit: number): void;
  readFrequencies(list: number, documents: number, count: number, out: number): void;
  addDocuments(
    list: number,
    bits: number,
    firstDocument: number,
    deleted: number,
    blocks: number,
  ): number;
  /** Sets bytes to 0. */
  clear(address: number, bytes: number): void;
  /** How many bits two sets of `words` words of 64 bits have in common. */
  countCommon(a: number, b: number, words: number): number;
  openList(list: number, lastDocuments: number, tail: number, limit: number): number;
  largestImpact(impacts: number, from: number, to: number): number;
  boundBlocks(
    list: number,
    impactStarts: number,
    impacts: number,
    classByLength: number,
    lengthClasses: number,
  ): void;
  scaleRow(unitScores: number, factor: number, tag: number, table: number, row: number): void;
  roundScores(
    table: number,
    rows: number,
    classes: number,
    factor: number,
    units: number,
    tag: number,
    lastTag: number,
  ): void;
  decodeDocuments(
    source: number,
    shape: number,
    previous: number,
    last: number,
    target: number,
  ): void;
  decodeFrequencies(source: number, shape: number, target: number): void;
  layoutFingerprint(): number;
}

/** Compiled once for each kind of memory. */
const modules = new Map<"private" | "shared", WebAssembly.Module>();

export function createRetrievalKernels(memory: KernelMemory): RetrievalKernels {
  const kind = memory.buffer instanceof ArrayBuffer ? "private" : "shared";
  let module = modules.get(kind);
  if (module === undefined) {
    module = new WebAssembly.Module(decodeWasm(KERNEL_CODE, SHARED_FLAG, kind));
    modules.set(kind, module);
  }
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory: memory as WebAssembly.Memory },
  });
  return exports as unknown as RetrievalKernels;
}
