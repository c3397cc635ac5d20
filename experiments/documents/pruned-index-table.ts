/**
 * Sizes and times of pruned indexes against indexes with the same stop list, from what
 * `npm run bench -- pruned-index` stored last: a table of docs/discrimination.md, and the figures of
 * the README.
 */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** Milliseconds of processor time per query: tuned BM25, and the learned ranking on the pruned index. */
type Times = readonly [tuned: number, pruned: number];

/** One collection. Sizes are shares of those of the index with the same stop list. */
export interface PrunedIndexResult {
  readonly collection: string;
  readonly stopList: string;
  readonly postings: number;
  readonly bytesWithoutTexts: number;
  readonly bytes: number;
  readonly best10: Times;
  readonly best1000: Times;
  /** Of queries that each searcher sees once. */
  readonly queriesOnce: number;
  readonly best10Once: Times;
}

/** The goals of pruning, which most collections should reach together. */
const MAX_BYTES = 0.85;
const MIN_RATIO = 1.2;

/** The newest result; undefined if none is stored. */
export function findPrunedIndexResults(
  files: BenchmarkFiles,
): readonly PrunedIndexResult[] | undefined {
  return findNewestResult<readonly PrunedIndexResult[]>(files, "pruned-index", () => true);
}

export function renderPrunedIndexTable(files: BenchmarkFiles): string {
  const results = findPrunedIndexResults(files) ?? [];
  return results.length === 0 ? "No result is stored." : renderPrunedIndexRows(results, "markdown");
}

export function renderPrunedIndexRows(
  results: readonly PrunedIndexResult[],
  format: "markdown" | "text",
): string {
  const rows = results.map(({ collection, stopList, queriesOnce, ...figures }) => [
    ...[collection, stopList],
    ...[figures.postings, figures.bytesWithoutTexts, figures.bytes].map(formatShare),
    ...[figures.best10, figures.best1000].flatMap(formatTimes),
    String(queriesOnce),
    ...formatTimes(figures.best10Once),
  ]);
  const sizes = ["postings kept", "without texts", "whole index"];
  const times = ["best 10, ms", "ratio", "best 1,000, ms", "ratio"];
  const once = ["queries asked once", "best 10, ms", "ratio"];
  const header = ["collection", "stop list", ...sizes, ...times, ...once];
  return renderTable({ header, rows, words: [0, 1] }, format);
}

/** The sentences of the README about speed. */
export function describePrunedSpeed(results: readonly PrunedIndexResult[]): string {
  const range = (of: (result: PrunedIndexResult) => Times): string => {
    const ratios = results.map((result) => computeRatio(of(result)));
    return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times`;
  };
  const reached = results.filter(
    ({ bytes, best10 }) => bytes <= MAX_BYTES && computeRatio(best10) >= MIN_RATIO,
  );
  return `Searches for ten documents are ${range(({ best10 }) => best10)} as fast as by tuned BM25 with the same stop list, for 1,000 documents ${range(({ best1000 }) => best1000)}, and for ten where each query is asked once ${range(({ best10Once }) => best10Once)} (by the WebAssembly kernels, which search indexes of 10,000 documents or more, and smaller ones after 250 searches). The index is at least 15 % smaller and the first of these ratios at least 1.2 on ${reached.length} of ${results.length} collections`;
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function formatTimes(times: Times): string[] {
  const [tuned, pruned] = times;
  return [`${tuned.toFixed(3)} → ${pruned.toFixed(3)}`, `${computeRatio(times).toFixed(2)}x`];
}

function computeRatio([tuned, pruned]: Times): number {
  return tuned / pruned;
}
