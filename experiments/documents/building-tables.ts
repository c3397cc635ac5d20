/** The tables of docs/performance.md that compare building with Lucene, from what `npm run bench -- build-lucene` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** What `npm run bench -- build-lucene` writes. Sizes are bytes. */
interface BuildResult {
  readonly sizes: {
    readonly ours: Readonly<Record<"postings" | "terms" | "lengths" | "ids" | "all", number>>;
    readonly lucene: Readonly<
      Record<"postings" | "terms" | "lengths" | "all" | "column" | "stored" | "found", number>
    >;
  };
  /** Documents per second of processor time, the best of the rounds. */
  readonly speed: Readonly<Record<"ours" | "oursWithTexts" | "lucene", number>>;
}

/** Bytes of each part of an index. */
export function renderIndexSizesTable(files: BenchmarkFiles): string {
  const result = findNewest(files);
  if (result === undefined) return "No result is stored.";
  const { ours, lucene } = result.sizes;
  const beside = (theirs: number, own: number): string =>
    `${formatNumber(theirs)} (${(theirs / own).toFixed(2)} times ours)`;
  const rows = [
    [
      ...["postings, bounds of blocks", formatNumber(ours.postings), "`postings`"],
      ...[formatNumber(lucene.postings), "doc, psm"],
    ],
    [
      ...["terms with df, cf and places", formatNumber(ours.terms), "`terms`"],
      ...[formatNumber(lucene.terms), "tim, tip, tmd"],
    ],
    [
      ...["lengths", `${formatNumber(ours.lengths)}, exact`, "`document` 0, 1"],
      ...[`${formatNumber(lucene.lengths)}, rounded to one byte`, "nvd, nvm"],
    ],
    [
      ...["all of these", formatNumber(ours.all - ours.ids), ""],
      ...[beside(lucene.all, ours.all - ours.ids), "with fdt, fdx, si, …"],
    ],
    [
      ...["with ids", formatNumber(ours.all), "`document` 2 to 4"],
      ...[`${beside(lucene.column, ours.all)}, as sorted doc values`, "dvd"],
    ],
    ["", "", "", `${beside(lucene.stored, ours.all)}, as a stored field`, "fdt"],
    ["", "", "", `${beside(lucene.found, ours.all)}, stored and indexed`, "fdt, tim"],
  ];
  const header = ["bytes", "Termwise", "file and sections", "Lucene", "files"];
  return renderTable({ header, rows, words: [0, 1, 2, 3, 4] }, "markdown");
}

/** Documents per second. */
export function renderBuildSpeedTable(files: BenchmarkFiles): string {
  const result = findNewest(files);
  if (result === undefined) return "No result is stored.";
  const { speed } = result;
  const row = (name: string, value: number): string[] => [
    ...[name, formatNumber(Math.round(value)), `${(value / speed.lucene).toFixed(2)} times Lucene`],
  ];
  const rows = [
    row("Termwise", speed.ours),
    row("Termwise, surface tokens and texts kept as well", speed.oursWithTexts),
    ["Lucene 10.3.1, Java 25", formatNumber(Math.round(speed.lucene)), ""],
  ];
  const header = ["", "documents per second", ""];
  return renderTable({ header, rows, words: [0, 2] }, "markdown");
}

function findNewest(files: BenchmarkFiles): BuildResult | undefined {
  return findNewestResult<BuildResult>(files, "build-lucene", () => true);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en");
}
