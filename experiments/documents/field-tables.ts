/**
 * The tables of docs/performance.md and docs/typing.md about fields, filters, facets,
 * sorting, prefixes and typos, from what `npm run bench -- fields` wrote last.
 */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** Times are microseconds per query. */
interface FieldsResult {
  readonly documents: number;
  readonly queries: number;
  readonly lines: readonly {
    readonly name: string;
    readonly mean: number;
    readonly median: number;
    readonly p99: number;
    /** The mean against that of plain search. */
    readonly ratio: number;
  }[];
  readonly peers: readonly {
    readonly line: string;
    readonly engine: string;
    readonly documents: number;
    readonly mean: number;
    /** Our mean in the same rounds. */
    readonly ours: number;
  }[];
}

const LINES: Readonly<Record<string, string>> = {
  plain: "one text",
  "two fields": "two fields, `bm25f`",
  "filter 50 %": "one text, a filter that keeps half",
  "filter 5 %": "one in twenty",
  "filter 0.1 %": "one in a thousand",
  total: "all matches counted",
  facets: "facet counts over all matches",
  sort: "sorted by date",
  "prefix 2": "last word cut to 2 letters, `prefix`",
  "prefix 3": "to 3 letters",
  "prefix 5": "to 5 letters",
  typo: "one typo, `fuzzy`",
};
const PREFIX_AND_TYPO_LINES = ["plain", "prefix 2", "prefix 3", "prefix 5", "typo"];
const ENGINES: Readonly<Record<string, string>> = {
  lucene: "Lucene",
  tantivy: "Tantivy",
  fts5: "FTS5",
  orama: "Orama",
  minisearch: "MiniSearch",
};

/** Every line. */
export function renderFieldsTable(files: BenchmarkFiles): string {
  return renderLines(files, Object.keys(LINES));
}

/** What people type. */
export function renderPrefixAndTypoTable(files: BenchmarkFiles): string {
  return renderLines(files, PREFIX_AND_TYPO_LINES);
}

function renderLines(files: BenchmarkFiles, names: readonly string[]): string {
  const result = findNewestResult<FieldsResult>(
    files,
    "fields",
    ({ lines }) => lines !== undefined,
  );
  if (result === undefined) return "No result is stored.";
  const engines = Object.keys(ENGINES).filter((name) =>
    result.peers.some(({ engine }) => engine === name),
  );
  const rows = result.lines
    .filter(({ name }) => names.includes(name))
    .map(({ name, mean, median, p99, ratio }) => [
      LINES[name] ?? name,
      ...[mean, median, p99].map((time) => (time / 1000).toFixed(2)),
      ratio.toFixed(2),
      ...engines.map((engine) => {
        const peer = result.peers.find((each) => each.engine === engine && each.line === name);
        return peer === undefined ? "" : formatRatio(peer.mean / peer.ours);
      }),
    ]);
  const header = [
    ...["ms per query", "mean", "median", "99 % below", "× one text"],
    ...engines.map((engine) => {
      const documents = result.peers.find((each) => each.engine === engine)?.documents ?? 0;
      const on =
        documents === result.documents ? "" : `, ${documents.toLocaleString("en")} documents`;
      return `${ENGINES[engine]} / ours${on}`;
    }),
  ];
  return renderTable({ header, rows, words: [0] }, "markdown");
}

function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}
