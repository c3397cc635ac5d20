/** The tables of docs/hybrid.md about the nearest of many vectors, from what `npm run bench -- vectors` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** One library, one way of searching. */
interface VectorResult {
  readonly name: string;
  readonly kind: "exact" | "approximate";
  /** Of processor time per query. */
  readonly ms: number;
  readonly recall: number;
  readonly ef?: number;
  readonly buildSeconds: number;
}

const NAMES: Readonly<Record<string, string>> = {
  termwise: "Termwise, bytes",
  "faiss-flat": "FAISS flat, float32",
  "faiss-sq8": "FAISS scalar quantiser, bytes",
  "faiss-hnsw": "FAISS HNSW, float32",
  hnswlib: "hnswlib, float32",
  "usearch-f32": "USearch, float32",
  "usearch-i8": "USearch, bytes",
};

/** Every library on each number of vectors. */
export function renderVectorTable(files: BenchmarkFiles): string {
  const rows = [100_000, 1_000_000].flatMap((count) => {
    const results =
      findNewestResult<readonly VectorResult[]>(files, `vectors-${count}`, () => true) ?? [];
    const sorted = results.toSorted((a, b) => (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0));
    return sorted.map(({ name, kind, ms, recall, ef, buildSeconds }) => [
      count.toLocaleString("en"),
      kind,
      NAMES[name] ?? name,
      ms.toFixed(kind === "exact" ? 1 : 3),
      recall.toFixed(3),
      ef === undefined ? "" : String(ef),
      ef === undefined ? "" : buildSeconds.toFixed(0),
    ]);
  });
  if (rows.length === 0) return "No result is stored.";
  const header = ["vectors", "search", "library", "ms", "recall", "ef", "seconds to build"];
  return renderTable({ header, rows, words: [1, 2] }, "markdown");
}
