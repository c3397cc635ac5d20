/** The table of docs/performance.md about memory, from what `npm run bench -- memory` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** One engine on one number of documents. */
interface MemoryResult {
  readonly engine: string;
  readonly documents: number;
  /** When the index was open, and at most until the end. */
  readonly openBytes: number;
  readonly peakBytes: number;
}

/** Engines as the table calls them. */
const ENGINES: Readonly<Record<string, string>> = {
  ours: "Termwise",
  "ours, 2 threads": "two search threads",
  "ours, texts shown": "with positions, texts and surface tokens, ten hits shown per question",
  "ours, 50 commits": "50 commits of 20 documents between the questions, with their merges",
  lucene: "Lucene",
};

/** Memory when the index is open, and its peak. */
export function renderMemoryTable(files: BenchmarkFiles): string {
  const results = findNewestResult<readonly MemoryResult[]>(files, "memory", () => true) ?? [];
  if (results.length === 0) return "No result is stored.";
  const rows = results.map(({ engine, documents, openBytes, peakBytes }) => [
    ENGINES[engine] ?? engine,
    documents.toLocaleString("en"),
    ...[openBytes, peakBytes].map((bytes) => (bytes / 1e6).toFixed(0)),
  ]);
  const header = ["memory, MB", "documents", "opened", "peak"];
  return renderTable({ header, rows, words: [0] }, "markdown");
}
