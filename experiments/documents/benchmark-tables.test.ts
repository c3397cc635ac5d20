import { expect, test } from "vitest";
import { pruningTimes } from "./discrimination-tables.ts";
import { memoryTable } from "./memory-table.ts";
import { buildingTable, collectionsTable, nativeTable, sizesTable } from "./search-tables.ts";

const timing = (engine: string, k: number, mean: number, more = {}) => ({
  ...{ engine, k, mean, median: mean - 1, p99: 10 * mean, documents: 1000, ...more },
});
const cellsOf = (table: string, name: string): string[] =>
  (table.split("\n").find((line) => line.includes(name)) ?? "")
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");

test("an engine is compared with our times of the same run", () => {
  const files = new Map([
    [
      "search-2026-01-02.json",
      [
        ...[timing("termwise", 10, 100), timing("lucene", 10, 250)],
        ...[timing("termwise", 1000, 200), timing("lucene", 1000, 300)],
        ...[timing("termwise", 10, 50), timing("tantivy", 10, 200)],
        ...[timing("termwise", 1000, 60), timing("tantivy", 1000, 90)],
      ],
    ],
  ]);
  const table = nativeTable(files);
  expect(cellsOf(table, "Lucene")).toEqual([
    ...["Lucene", "250, 249, 2,500", "100, 99, 1,000", "2.5"],
    ...["300, 299, 3,000", "200, 199, 2,000", "1.5"],
  ]);
  expect(cellsOf(table, "Tantivy")).toContain("4.0");
  expect(cellsOf(sizesTable(files), "1,000")).toEqual(["1,000", "100, 50", "200, 60"]);
});

test("the last run that has an engine speaks, and a second run of a day comes after the first", () => {
  const run = (mean: number, seconds: number) => [
    timing("termwise", 10, 10),
    timing("lunr", 10, mean, { buildSeconds: seconds, indexBytes: 0, peakBytes: 3e6 }),
  ];
  const files = new Map([
    ["search-toy-2026-01-02-2.json", run(40, 2)],
    ["search-toy-2026-01-02.json", run(30, 1)],
    ["search-toys-2026-01-03.json", run(90, 9)],
  ]);
  expect(cellsOf(collectionsTable(files, ["toy"]), "Lunr").slice(0, 4)).toEqual([
    ...["Lunr", "40", "10", "4.0"],
  ]);
  expect(cellsOf(buildingTable(files, "toy"), "Lunr")).toEqual(["Lunr", "2.0", "in memory", "3"]);
});

test("what pruning takes away is a share of the full index", () => {
  const pair = { full: 200, pruned: 150 };
  const row = {
    ...{ collection: "toy", documents: 5000, model: "bm25", lambda: 0.01, building: pair },
    ...{ postings: pair, listBytes: pair, bytes: pair, queryPostings: pair },
    ...{ taat: { full: 3, pruned: 2 }, maxScore: { full: 1, pruned: 2 } },
  };
  const cells = cellsOf(pruningTimes(new Map([["discrimination-2026-01-02.json", [row]]])), "toy");
  expect(cells.slice(0, 4)).toEqual(["toy, 5,000 documents", "bm25", "0.01", "-25.0 %"]);
  expect(cells.slice(-4)).toEqual(["1.50×", "1.000", "2.000", "0.50×"]);
});

test("memory is in megabytes, and no result is said", () => {
  const results = [{ engine: "ours", documents: 1000, openBytes: 4.4e6, peakBytes: 5.6e6 }];
  const table = memoryTable(new Map([["memory-2026-01-02.json", results]]));
  expect(cellsOf(table, "Termwise")).toEqual(["Termwise", "1,000", "4", "6"]);
  for (const empty of [memoryTable, nativeTable, sizesTable, pruningTimes]) {
    expect(empty(new Map())).toBe("No result is stored.");
  }
});
