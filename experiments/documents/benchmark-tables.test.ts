import { expect, test } from "vitest";
import { renderBuildSpeedTable, renderIndexSizesTable } from "./building-tables.ts";
import { renderPruningTimes } from "./discrimination-tables.ts";
import { renderFieldsTable, renderPrefixAndTypoTable } from "./field-tables.ts";
import { renderMemoryTable } from "./memory-table.ts";
import { renderProductTable } from "./product-table.ts";
import {
  describePrunedSpeed,
  findPrunedIndexResults,
  type PrunedIndexResult,
  renderPrunedIndexTable,
} from "./pruned-index-table.ts";
import {
  renderBuildTable,
  renderCollectionsTable,
  renderLargeTable,
  renderNativeTable,
  renderSizesTable,
} from "./search-tables.ts";
import { renderServerLimitsTable, renderServerTable } from "./server-tables.ts";
import { renderVectorTable } from "./vector-table.ts";

const createTiming = (engine: string, k: number, mean: number, more = {}) => ({
  ...{ engine, k, mean, median: mean - 1, p99: 10 * mean, documents: 1000, ...more },
});
const readCells = (table: string, name: string): string[] =>
  (table.split("\n").find((line) => line.includes(name)) ?? "")
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");

test("an engine is compared with our times of the same run", () => {
  const files = new Map([
    [
      "search-2026-01-02.json",
      [
        ...[createTiming("termwise", 10, 100), createTiming("lucene", 10, 250)],
        ...[createTiming("termwise", 1000, 200), createTiming("lucene", 1000, 300)],
        ...[createTiming("termwise", 10, 50), createTiming("tantivy", 10, 200)],
        ...[createTiming("termwise", 1000, 60), createTiming("tantivy", 1000, 90)],
      ],
    ],
  ]);
  const table = renderNativeTable(files);
  expect(readCells(table, "Lucene")).toEqual([
    ...["Lucene", "250, 249, 2,500", "100, 99, 1,000", "2.5"],
    ...["300, 299, 3,000", "200, 199, 2,000", "1.5"],
  ]);
  expect(readCells(table, "Tantivy")).toContain("4.0");
  expect(readCells(renderSizesTable(files), "1,000")).toEqual(["1,000", "100, 50", "200, 60"]);
});

test("more documents than the mix has get a table of their own, with the cost of each index", () => {
  const large = { documents: 2_000_000, buildSeconds: 30, indexBytes: 4e6, peakBytes: 5e6 };
  const files = new Map([
    ["search-2026-01-02.json", [createTiming("termwise", 10, 100), createTiming("pisa", 10, 300)]],
    [
      "search-2026-01-03.json",
      [
        ...[createTiming("termwise", 10, 400, large), createTiming("lucene", 10, 800, large)],
        ...[createTiming("termwise", 1000, 500, large), createTiming("lucene", 1000, 750, large)],
      ],
    ],
  ]);
  const table = renderLargeTable(files);
  expect(table).toContain("2,000,000 documents");
  expect(readCells(table, "Lucene")).toEqual([
    ...["Lucene", "800, 799, 8,000", "2.0", "750, 749, 7,500", "1.5", "30", "4", "5"],
  ]);
  expect(renderNativeTable(files)).not.toContain("800");
  const sizes = renderSizesTable(files);
  expect(readCells(sizes, "1,000")).toEqual(["1,000", "100"]);
  expect(readCells(sizes, "2,000,000")).toEqual(["2,000,000", "400", "500"]);
});

test("the last run with an engine is used, and a second run of a day follows the first", () => {
  const run = (mean: number, seconds: number) => [
    createTiming("termwise", 10, 10),
    createTiming("lunr", 10, mean, { buildSeconds: seconds, indexBytes: 0, peakBytes: 3e6 }),
  ];
  const files = new Map([
    ["search-toy-2026-01-02-2.json", run(40, 2)],
    ["search-toy-2026-01-02.json", run(30, 1)],
    ["search-toys-2026-01-03.json", run(90, 9)],
  ]);
  expect(readCells(renderCollectionsTable(files, ["toy"]), "Lunr").slice(0, 4)).toEqual([
    ...["Lunr", "40", "10", "4.0"],
  ]);
  expect(readCells(renderBuildTable(files, "toy"), "Lunr")).toEqual([
    "Lunr",
    "2.0",
    "in memory",
    "3",
  ]);
});

test("pruned postings are a share of the full index", () => {
  const pair = { full: 200, pruned: 150 };
  const row = {
    ...{ collection: "toy", documents: 5000, model: "bm25", lambda: 0.01, building: pair },
    ...{ postings: pair, listBytes: pair, bytes: pair, queryPostings: pair },
    ...{ taat: { full: 3, pruned: 2 }, maxScore: { full: 1, pruned: 2 } },
  };
  const cells = readCells(
    renderPruningTimes(new Map([["discrimination-2026-01-02.json", [row]]])),
    "toy",
  );
  expect(cells.slice(0, 4)).toEqual(["toy, 5,000 documents", "bm25", "0.01", "-25.0 %"]);
  expect(cells.slice(-4)).toEqual(["1.50×", "1.000", "2.000", "0.50×"]);
});

test("a line over fields is compared with plain search and the engines that support it", () => {
  const line = (name: string, mean: number) => ({
    ...{ name, mean, median: mean / 2, p99: 4 * mean, ratio: mean / 500 },
  });
  const result = {
    ...{ documents: 1000, queries: 10, lines: [line("plain", 500), line("facets", 1500)] },
    peers: [{ line: "facets", engine: "tantivy", documents: 500, mean: 900, ours: 1200 }],
  };
  const files = new Map<string, unknown>([
    ["fields-2026-01-02.json", result],
    ["fields-2026-01-01.json", [line("plain", 9)]],
  ]);
  const cells = readCells(renderFieldsTable(files), "facet");
  expect(cells.slice(1)).toEqual(["1.50", "0.75", "6.00", "3.00", "0.75"]);
  expect(renderFieldsTable(files)).toContain("Tantivy / ours, 500 documents");
  expect(renderPrefixAndTypoTable(files)).toContain("one text");
  expect(renderPrefixAndTypoTable(files)).not.toContain("facet");
});

test("vector libraries are listed by the number of vectors", () => {
  const exact = { name: "termwise", kind: "exact", ms: 70.04, recall: 0.98, buildSeconds: 0 };
  const graph = { name: "hnswlib", kind: "approximate", ms: 0.1234, recall: 0.96, ef: 20 };
  const files = new Map([
    ["vectors-1000000-2026-01-02.json", [exact, { ...graph, buildSeconds: 61.5 }]],
    ["vectors-100000-2026-01-02.json", [{ ...exact, ms: 7 }]],
  ]);
  const table = renderVectorTable(files);
  expect(readCells(table, "hnswlib")).toEqual([
    ...["1,000,000", "approximate", "hnswlib, float32", "0.123", "0.960", "20", "62"],
  ]);
  expect(table.indexOf("| 100,000")).toBeLessThan(table.indexOf("1,000,000"));
});

test("sizes and speeds of building are compared with Lucene's", () => {
  const ours = { postings: 600, terms: 200, lengths: 100, ids: 100, all: 1000 };
  const lucene = { postings: 700, terms: 300, lengths: 80, all: 1080 };
  const sizes = { ours, lucene: { ...lucene, column: 1200, stored: 1300, found: 1500 } };
  const more = { hasTexts: true, threads: 2, peakMegabytes: 1400 };
  const speed = [
    { engine: "termwise", perSecond: 90_000, perProcessorSecond: 45_000, ...more },
    { engine: "lucene", perSecond: 60_000, perProcessorSecond: 50_000, ...more },
  ];
  const files = new Map<string, unknown>([
    ["build-lucene-2026-01-02.json", { sizes, speed: { ours: 1 } }],
    ["build-lucene-2026-01-03.json", { speed }],
  ]);
  expect(readCells(renderIndexSizesTable(files), "all of these")).toContain(
    "1,080 (1.20 times ours)",
  );
  expect(renderIndexSizesTable(files)).toContain("1,500 (1.50 times ours), stored and indexed");
  expect(readCells(renderBuildSpeedTable(files), "surface tokens")).toEqual([
    ...["Termwise, surface tokens and texts", "2", "90,000 (1.50 times Lucene)"],
    ...["45,000 (0.90 times Lucene)", "1,400"],
  ]);
  expect(readCells(renderBuildSpeedTable(files), "Lucene, texts")).toContain("60,000");
});

test("questions are compared with the ranking, and peers with the same work", () => {
  const figures = (engine: string, mean: number) => ({
    ...{ engine, mean, median: mean, p99: 3 * mean, openMs: 20.4, first: 1500, indexBytes: 7e6 },
  });
  const result = {
    ...{ documents: 1000, queries: 50 },
    figures: [
      figures("termwise, engine", 100),
      figures("termwise, documents", 130),
      figures("lucene 10.3.1", 390),
    ],
  };
  const table = renderProductTable(new Map([["product-2026-01-02.json", result]]));
  expect(readCells(table, "not counted").slice(1)).toEqual([
    ...["130", "130", "390", "1.3 times the ranking", "20", "1.5", "7"],
  ]);
  expect(readCells(table, "Lucene 10.3.1")).toContain("3.0 times ours with documents");
});

test("a server is compared with Lucene by clients, and its overloads are listed", () => {
  const loop = (perSecond: number) => ({ perSecond, p50: 1.25, p99: 4, processorMs: 0.5 });
  const overload = (p99: number) => ({
    ...{ asked: 100, accepted: { count: 40, p50: 20, p99: 80 } },
    refused: { count: 60, p50: 1, p99 },
  });
  const result = {
    ...{ "1 clients": loop(900), "8 clients": loop(2000), "64 clients": loop(2000) },
    ...{ "1 clients, Lucene": loop(600), "peak memory, MB": 290 },
    ...{ "open loop at 3x": overload(12), "open loop at 3x, run 2": overload(31) },
  };
  const files = new Map([["server-2026-01-02.json", result]]);
  expect(readCells(renderServerTable(files), "1.50")).toEqual([
    ...["1", "900", "1.3", "4.0", "0.50", "600", "1.3", "4.0", "0.50", "1.50"],
  ]);
  const limits = renderServerLimitsTable(files);
  expect(readCells(limits, "peak memory")).toEqual(["peak memory, MB", "290"]);
  expect(readCells(limits, "run 2")[1]).toContain("60 % refused, 99 % of these within 31.0 ms");
});

test("memory is in megabytes, and a missing result is reported", () => {
  const results = [{ engine: "ours", documents: 1000, openBytes: 4.4e6, peakBytes: 5.6e6 }];
  const table = renderMemoryTable(new Map([["memory-2026-01-02.json", results]]));
  expect(readCells(table, "Termwise")).toEqual(["Termwise", "1,000", "4", "6"]);
  for (const empty of [
    renderMemoryTable,
    renderNativeTable,
    renderSizesTable,
    renderPruningTimes,
    renderFieldsTable,
    renderVectorTable,
    renderIndexSizesTable,
    renderBuildSpeedTable,
    renderProductTable,
    renderServerTable,
    renderServerLimitsTable,
  ]) {
    expect(empty(new Map())).toBe("No result is stored.");
  }
});

test("a pruned index is compared with the one that has the same stop list", () => {
  const create = (collection: string, bytes: number, best10: readonly [number, number]) => ({
    ...{ collection, stopList: "english", postings: 0.95, bytesWithoutTexts: 0.8, bytes, best10 },
    ...{ best1000: [0.2, 0.1], queriesOnce: 225, best10Once: [0.06, 0.08] },
  });
  const results = [create("a", 0.85, [0.06, 0.05]), create("b", 0.86, [0.06, 0.04])];
  const files = new Map<string, unknown>([
    ["pruned-index-2026-01-01.json", []],
    ["pruned-index-2026-01-02.json", results],
  ]);
  expect(readCells(renderPrunedIndexTable(files), "| a ")).toEqual([
    ...["a", "english", "95 %", "80 %", "85 %", "0.060 → 0.050", "1.20x", "0.200 → 0.100", "2.00x"],
    ...["225", "0.060 → 0.080", "0.75x"],
  ]);
  expect(findPrunedIndexResults(new Map())).toBeUndefined();
  const text = describePrunedSpeed(findPrunedIndexResults(files) as PrunedIndexResult[]);
  expect(text).toContain("for ten documents are 1.20 to 1.50 times as fast");
  expect(text).toContain("1,000 documents 2.00 to 2.00 times");
  expect(text).toContain("asked once 0.75 to 0.75 times");
  // b is fast, but less than 15 % smaller.
  expect(text).toContain("at least 1.2 on 1 of 2 collections");
});
