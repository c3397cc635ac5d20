/** The table of docs/performance.md about questions with their documents, from what `npm run bench -- product` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** What `npm run bench -- product` writes. Times are microseconds but for `openMs`. */
interface ProductResult {
  readonly documents: number;
  readonly queries: number;
  readonly figures: readonly {
    readonly engine: string;
    readonly openMs: number;
    readonly first: number;
    readonly mean: number;
    readonly median: number;
    readonly p99: number;
    readonly indexBytes: number;
  }[];
}

/** Our ways, by the ends of their names; the last but one does what the peers do. */
const WAYS = {
  "termwise, engine": "the ranking alone, terms given",
  "termwise, ids": "a question, ten hits without documents, not counted",
  "termwise, documents": "ten hits with documents, not counted",
  "termwise, default": "ten hits with documents, matches counted",
} as const;
const SAME_WORK = "termwise, documents";
const RANKING = "termwise, engine";
const PEERS: Readonly<Record<string, string>> = { lucene: "Lucene", tantivy: "Tantivy" };

/** Our ways to search, each against the ranking, and the peers, each against the same work. */
export function renderProductTable(files: BenchmarkFiles): string {
  const result = findNewestResult<ProductResult>(files, "product", () => true);
  if (result === undefined) return "No result is stored.";
  const findMean = (name: string): number =>
    result.figures.find(({ engine }) => engine === name)?.mean ?? Number.NaN;
  const rows = result.figures.map(({ engine, openMs, first, mean, median, p99, indexBytes }) => {
    const way = WAYS[engine as keyof typeof WAYS];
    const ratio = mean / findMean(way === undefined ? SAME_WORK : RANKING);
    return [
      way ?? toPeerName(engine),
      ...[mean, median, p99].map((time) => time.toLocaleString("en")),
      `${ratio.toFixed(1)} times ${way === undefined ? "ours with documents" : "the ranking"}`,
      ...[openMs.toFixed(0), (first / 1000).toFixed(1), (indexBytes / 1e6).toFixed(0)],
    ];
  });
  const { documents, queries } = result;
  const what = `µs per query, ${documents.toLocaleString("en")} documents, ${queries.toLocaleString("en")} questions`;
  const times = ["mean", "median", "99 % below", "mean compared with"];
  const once = ["opening, ms", "first query, ms", "index, MB"];
  return renderTable({ header: [what, ...times, ...once], rows, words: [0, 4] }, "markdown");
}

/** `lucene 10.3.1 java 25` becomes `Lucene 10.3.1 java 25`. */
function toPeerName(engine: string): string {
  const [name = "", ...rest] = engine.split(" ");
  return [PEERS[name.toLowerCase()] ?? name, ...rest].join(" ");
}
